/** Dead letters: what dies, of what, since when? Did the fix help? Send them again. */

import { get } from "../../lib/api.js";
import { count } from "../../lib/format.js";
import { clock } from "../../lib/time.js";
import { SelectField, TextField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { useMemo } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Minutes } from "../parts/machine/minutes.js";
import { Actions } from "./actions.js";
import { asked, begins, DEFAULTS } from "./filter.js";
import { Histogram } from "./histogram.js";
import { Kinds } from "./kinds.js";
import { Letters } from "./letters.js";
import { Nothing } from "./nothing.js";
import { Past } from "./past.js";
import { Running } from "./running.js";

/** @typedef {import("./filter.js").State} State */
/** @typedef {import("../../lib/types").Answer<"/api/v1/dlq/summary">} Summary */
/** @typedef {(changes: Partial<State>, how?: {typing?: boolean}) => void} Set */

/** @type {import("../index.js").Page} */
export const page = { state: DEFAULTS, View };

/** @type {[string, string][]} */
const REASONS = [
  ["", "any"],
  ["retries", "failed too often"],
  ["rejected", "rejected by a consumer"],
  ["max_wait", "waited too long"],
  ["moved", "given up by hand"],
];

/** @type {[string, string][]} */
const TIMES = [
  ["", "at any time"],
  ["1h", "in the last hour"],
  ["24h", "in 24 hours"],
  ["7d", "in 7 days"],
];

/** @param {{state: State, set: Set}} props */
function View({ state, set }) {
  // It does not move while the page is open: rows would go from under the pointer.
  const since = useMemo(() => begins(state), [state.last, state.at]);
  const filter = asked(state, since);
  const key = JSON.stringify(filter);
  const poll = usePoll(
    (signal) => get("/api/v1/dlq/summary", { query: filter, signal }),
    "steady",
    [key],
  );
  return h("div", {}, [
    h("h1", {}, state.at === "" ? "Dead letters" : `Dead letters as of ${clock(state.at)}`),
    state.at === "" && h(Running, { refresh: poll.refresh }),
    state.at !== "" && [h(Minutes, { state, set }), h(Past, { at: state.at })],
    h(Filters, { state, set }),
    h(Polled, {
      poll,
      children: (/** @type {Summary} */ of) =>
        of.count === 0
          ? h(Nothing, { state, set })
          : h("div", {}, [
              h(Lead, { of }),
              h(Actions, { filter, count: of.count, refresh: poll.refresh }),
              h(Kinds, { of, filter, set, refresh: poll.refresh }),
              h(Histogram, { of }),
              h(Letters, { filter, state, set, refresh: poll.refresh, key }),
            ]),
    }),
  ]);
}

/** @param {{of: Summary}} props */
function Lead({ of }) {
  return h("p", { class: "lead" }, [
    h("b", {}, count(of.count, "dead letter")),
    " · the oldest failed ",
    h(Instant, { at: of.oldestFailedAt }),
    " · the newest ",
    h(Instant, { at: of.newestFailedAt }),
  ]);
}

/** @param {{state: State, set: Set}} props */
function Filters({ state, set }) {
  const field = (
    /** @type {string} */ label,
    /** @type {string} */ value,
    /** @type {(text: string) => Partial<State>} */ changes,
    placeholder = "",
  ) =>
    h(TextField, {
      label,
      value,
      placeholder,
      mono: true,
      onInput: (/** @type {string} */ text) =>
        set({ ...changes(text), show: "" }, { typing: true }),
    });
  return h("div", {}, [
    h("div", { class: "filters", role: "search" }, [
      field("Queue", state.queue, (queue) => ({ queue })),
      field("Group", state.group, (group) => ({ group })),
      h(SelectField, {
        label: "Reason",
        value: state.reason,
        options: REASONS,
        onChange: (/** @type {string} */ reason) => set({ reason, show: "" }),
      }),
      h(SelectField, {
        label: "Failed",
        value: state.last,
        options: TIMES,
        onChange: (/** @type {string} */ last) => set({ last, show: "" }),
      }),
      field("Failed since", state.from, (from) => ({ from }), "2026-11-18 14:00"),
      field("Failed before", state.to, (to) => ({ to }), "2026-11-18 15:00"),
      state.at === "" && h(Minutes, { state, set }),
    ]),
    (state.fingerprint || state.error) &&
      h("p", { class: "chosen" }, [
        "Errors ",
        state.error ? "that say exactly " : "like ",
        h("span", { class: "mono" }, state.error || state.fingerprint),
        " ",
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            onClick: () => set({ fingerprint: "", error: "", show: "" }),
          },
          "All errors",
        ),
      ]),
  ]);
}
