/** The time machine: the lists as of a snapshot, and what changed between two. */

import { get } from "../../lib/api.js";
import { duration, now, toMs } from "../../lib/time.js";
import { Instant } from "../../ui/instant.js";
import { Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { useId } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Changes } from "./changes.js";

/**
 * @typedef {import("../../lib/types").Answer<typeof ROUTE>["snapshots"]} Snapshots
 * @typedef {import("./page.js").State} State
 * @typedef {import("./page.js").SetState} SetState
 */

const ROUTE = "/api/v1/analytics/lag/snapshots";
const MOST = 1_000;

/** @param {{state: State, set: SetState}} props */
export function Machine({ state, set }) {
  const poll = usePoll(
    async (signal) => (await get(ROUTE, { query: { limit: MOST }, signal })).snapshots,
    "heavy",
    [],
  );
  return h(Polled, {
    poll,
    children: (/** @type {Snapshots} */ found) =>
      found.length < 2 ? null : h(Slider, { found: found.toReversed(), state, set }),
  });
}

/** @param {{found: Snapshots, state: State, set: SetState}} props */
function Slider({ found, state, set }) {
  const last = found.length - 1;
  const place = placeOf(found, state.at);
  const kept = found.find((each) => each.partitionsKept);
  const moved = (/** @type {string} */ to) =>
    Number(to) === last ? "" : (found[Number(to)]?.capturedAt ?? "");
  return h("section", { class: "machine", "aria-label": "Time machine" }, [
    h("div", { class: "filters" }, [
      h(Range, {
        label: "As of",
        value: place,
        last,
        at: found[place]?.capturedAt ?? null,
        onInput: (to) => set({ at: moved(to) }, { typing: true }),
      }),
      state.versus !== "" &&
        h(Range, {
          label: "Compared with",
          value: placeOf(found, state.versus),
          last: last,
          at: found[placeOf(found, state.versus)]?.capturedAt ?? null,
          onInput: (to) => set({ versus: found[Number(to)]?.capturedAt ?? "" }, { typing: true }),
        }),
      state.at !== "" &&
        h("button", { type: "button", onClick: () => set({ at: "", bucket: -1 }) }, "Now"),
      state.versus === ""
        ? h(
            "button",
            { type: "button", onClick: () => set({ versus: dayBefore(found, place) }) },
            "What changed …",
          )
        : h("button", { type: "button", onClick: () => set({ versus: "" }) }, "Compare no more"),
    ]),
    h("p", { class: "muted small" }, [
      "Groups and queues are kept since ",
      h(Instant, { at: found[0]?.capturedAt ?? null, only: "clock" }),
      ", partitions ",
      kept ? ["since ", h(Instant, { at: kept.capturedAt, only: "clock" })] : "of no snapshot",
      ".",
    ]),
    state.versus !== "" && h(Changes, { at: state.at, versus: state.versus }),
  ]);
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
 * The place of the last snapshot until an instant; of the last one for none.
 * @param {Snapshots} found the oldest first
 * @param {string} at
 */
function placeOf(found, at) {
  if (at === "") {
    return found.length - 1;
  }
  return Math.max(
    0,
    found.findLastIndex((each) => toMs(each.capturedAt) <= toMs(at)),
  );
}

/**
 * The last snapshot at least a day before another one, or the first one.
 * @param {Snapshots} found
 * @param {number} place
 */
function dayBefore(found, place) {
  const then = toMs(found[place]?.capturedAt ?? 0) - 86_400_000;
  const before = found.findLast((each) => toMs(each.capturedAt) <= then);
  return (before ?? found[0])?.capturedAt ?? "";
}
