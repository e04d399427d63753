/** What a person chose for this browser: theme, zone, density, refresh, keys. Filters never. */

import { effect, signal } from "../vendor/signals.js";
import { zone } from "./time.js";

const KEY = "regent.prefs";

/** `system`, `light` or `dark` */
export const theme = signal("system");
export const compact = signal(false);
/** Whether pages refresh by themselves. */
export const paused = signal(false);
/** Whether single keys are shortcuts. */
export const shortcuts = signal(true);

/** @type {Record<string, import("../vendor/signals.js").Signal<any>>} */
const kept = { theme, zone, compact, paused, shortcuts };

/** Read the choices, and keep what is changed from now on. */
export function remember() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const [name, choice] of Object.entries(kept)) {
      if (typeof found[name] === typeof choice.value) {
        choice.value = found[name];
      }
    }
  } catch {
    // Storage that is closed or broken leaves the defaults.
  }
  effect(() => {
    const chosen = Object.fromEntries(Object.entries(kept).map(([k, v]) => [k, v.value]));
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // They hold until the tab is closed.
    }
  });
}
