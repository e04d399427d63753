/** The time machine over counted minutes, which are there without any job. */

import { now } from "../../../lib/time.js";
import { Instant } from "../../../ui/instant.js";
import { useMemo } from "../../../vendor/hooks.js";
import { h } from "../../../vendor/preact.js";
import { Sliders } from "./sliders.js";

/** For so long the server keeps minutes. */
const KEPT = 2 * 24 * 60;
/** How far the first look goes back: an hour. */
const FIRST = 60;
const MINUTE_MS = 60_000;

/** @typedef {{state: import("./sliders.js").When, set: import("./sliders.js").SetWhen}} Props */

/**
 * The sliders where the page is shown as of an instant, else the button that leads there.
 * @param {Props} props
 */
export function Minutes({ state, set }) {
  if (state.at === "" && !state.versus) {
    const back = () => set({ at: instant(thisMinute() - FIRST) });
    return h("button", { type: "button", onClick: back }, "Look back…");
  }
  return h(Chosen, { state, set });
}

/** @param {Props} props */
function Chosen({ state, set }) {
  const instants = useMemo(lastMinutes, []);
  return h(
    Sliders,
    { instants, state, set },
    h("p", { class: "muted small" }, [
      "Minutes are kept for two days, since ",
      h(Instant, { at: instants[0] ?? null, only: "clock" }),
      ".",
    ]),
  );
}

function thisMinute() {
  return Math.floor(now.peek() / MINUTE_MS);
}

/** @param {number} minute */
function instant(minute) {
  return new Date(minute * MINUTE_MS).toISOString();
}

function lastMinutes() {
  const first = thisMinute() - KEPT;
  return Array.from({ length: KEPT + 1 }, (_, place) => instant(first + place));
}
