/** The time machine's sliders: as of when a page is shown, and what that is compared with. */

import { duration, now, toMs } from "../../../lib/time.js";
import { Instant } from "../../../ui/instant.js";
import { useId } from "../../../vendor/hooks.js";
import { h } from "../../../vendor/preact.js";

/**
 * The keys of an address that the time machine has. Empty: now, and compared with nothing. A page
 * without `versus` compares nothing.
 * @typedef {{at: string, versus?: string}} When
 * @typedef {(changes: Partial<When>, how?: {typing?: boolean}) => void} SetWhen
 */

const DAY_MS = 86_400_000;

/**
 * @param {{instants: string[], state: When, set: SetWhen, children?: any}} props the instants that
 *   can be chosen, the oldest first; the last one stands for now
 */
export function Sliders({ instants, state, set, children }) {
  const { at, versus } = state;
  const last = instants.length - 1;
  const place = placeOf(instants, at);
  const instant = (/** @type {string} */ to) => instants[Number(to)] ?? "";
  return h("section", { class: "machine", "aria-label": "Time machine" }, [
    h("div", { class: "filters" }, [
      h(Range, {
        label: "As of",
        last,
        value: place,
        at: at || (instants[last] ?? null),
        onInput: (to) => set({ at: Number(to) === last ? "" : instant(to) }, { typing: true }),
      }),
      versus &&
        h(Range, {
          label: "Compared with",
          last,
          value: placeOf(instants, versus),
          at: versus,
          onInput: (to) => set({ versus: instant(to) }, { typing: true }),
        }),
      at !== "" && h("button", { type: "button", onClick: () => set({ at: "" }) }, "Now"),
      versus === "" &&
        h(
          "button",
          { type: "button", onClick: () => set({ versus: dayBefore(instants, place) }) },
          "What changed…",
        ),
      versus &&
        h("button", { type: "button", onClick: () => set({ versus: "" }) }, "Compare no more"),
    ]),
    children,
  ]);
}

/**
 * Two instants in their order; the later one is empty for now.
 * @param {string} at
 * @param {string} versus
 * @returns {[string, string]}
 */
export function inOrder(at, versus) {
  return at !== "" && toMs(at) < toMs(versus) ? [at, versus] : [versus, at];
}

/**
 * @param {{label: string, value: number, last: number, at: string | null,
 *   onInput: (to: string) => void}} props
 */
function Range({ label, value, last, at, onInput }) {
  const id = useId();
  const told = at === null ? "" : `${duration((now.value - toMs(at)) / 1000)} ago`;
  return h("div", { class: "field" }, [
    h("label", { for: id }, [`${label} `, h(Instant, { at })]),
    h("input", {
      id,
      type: "range",
      min: 0,
      max: last,
      value,
      "aria-valuetext": told,
      onInput: (/** @type {any} */ event) => onInput(event.target.value),
    }),
  ]);
}

/**
 * The place of the last instant until another one; of the last one for none.
 * @param {string[]} instants
 * @param {string} at
 */
function placeOf(instants, at) {
  if (at === "") {
    return instants.length - 1;
  }
  return Math.max(
    0,
    instants.findLastIndex((each) => toMs(each) <= toMs(at)),
  );
}

/**
 * The last instant at least a day before another one, or the first one.
 * @param {string[]} instants
 * @param {number} place
 */
function dayBefore(instants, place) {
  const then = toMs(instants[place] ?? 0) - DAY_MS;
  return instants.findLast((each) => toMs(each) <= then) ?? instants[0] ?? "";
}
