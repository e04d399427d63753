/** Whether somebody looks: nothing is asked of the server for a tab that nobody sees. */

import { paused } from "../lib/prefs.js";
import { tick } from "../lib/time.js";
import { computed, signal } from "../vendor/signals.js";

const IDLE_MS = 15 * 60_000;

const visible = signal(!document.hidden);
const awake = signal(true);
/** The database pauses while nobody asks: refreshing by itself would keep it awake, for money. */
export const byHand = signal(false);

/** @type {import("../lib/refresh.js").Attention} */
export const attention = {
  visible,
  awake,
  automatic: computed(() => !paused.value && !byHand.value),
};

/** Watch the tab and its input. */
export function watch() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stir = () => {
    awake.value = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      awake.value = false;
    }, IDLE_MS);
  };
  document.addEventListener("visibilitychange", () => {
    visible.value = !document.hidden;
    tick();
  });
  for (const input of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
    addEventListener(input, stir, { passive: true });
  }
  stir();
  setInterval(() => {
    if (visible.peek()) {
      tick();
    }
  }, 1_000);
}
