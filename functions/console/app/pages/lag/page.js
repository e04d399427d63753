/** Lag over time: does it get better or worse, when is it done, and which partitions are the tail? */

import { address, get } from "../../lib/api.js";
import { number, rate } from "../../lib/format.js";
import { duration, now, toMs } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { CurlButton } from "../../ui/copy.js";
import { SelectField, TextField } from "../../ui/field.js";
import { Figure } from "../../ui/figure.js";
import { Instant } from "../../ui/instant.js";
import { Empty, Polled } from "../../ui/states.js";
import { Tabs } from "../../ui/tabs.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { GET_SPARK, JOBS } from "../parts/jobs.js";
import { Between } from "../parts/machine/between.js";
import { Minutes } from "../parts/machine/minutes.js";
import { inOrder } from "../parts/machine/sliders.js";
import { bucketName, PLACES } from "./buckets.js";
import { Heat } from "./heat.js";
import { Live } from "./live.js";
import { Machine } from "./machine.js";
import { Partitions } from "./partitions.js";
import { History, SPANS } from "./past.js";
import { Rollups } from "./rollups.js";
import { drain, Judged, VERDICTS } from "./verdicts.js";

/**
 * @typedef {{scope: string, queue: string, consumerGroup: string, verdict: string,
 *   last: string, at: string, versus: string, bucket: number}} State
 * @typedef {(changes: Partial<State>, how?: {typing?: boolean}) => void} SetState
 * @typedef {import("../../lib/types").Answer<"/api/v1/analytics/lag">["rollups"][number]} Rollup
 * @typedef {import("../../lib/types").Answer<"/api/v1/analytics/lag/history">["points"]} Points
 * @typedef {{system: Rollup | null, capturedAt: string | null, points: Points}} Snapshots
 */

/** @type {import("../index.js").Page} */
export const page = {
  state: {
    scope: "consumer",
    queue: "",
    consumerGroup: "",
    verdict: "",
    last: "24h",
    at: "",
    versus: "",
    bucket: -1,
  },
  View,
};

const ROUTE = "/api/v1/analytics/lag";
/** A stack's own. Of a job that somebody starts by hand, two runs in a minute promise no third. */
const LEAST_INTERVAL_MS = 900_000;
/** @type {[string, string][]} */
const SCOPES = [
  ["consumer", "Groups"],
  ["queue", "Queues"],
  ["partition", "Partitions"],
];

/** @param {{state: State, set: SetState}} props */
function View({ state, set }) {
  const { at } = state;
  const poll = usePoll((signal) => readSnapshots(at, signal), "heavy", [at]);
  const age = at === "" ? lateBy(poll.data.value) : null;
  return h("div", {}, [
    h("h1", {}, age === null ? "Lag" : `Lag · the last snapshot is ${duration(age)} old`),
    h(Polled, {
      poll,
      children: (/** @type {Snapshots} */ found) =>
        found.system === null
          ? h(Unmeasured, { state, set })
          : [
              age !== null &&
                h(HowToRun, { title: "The lag job has not run for more than two intervals" }),
              h(Machine, { state, set }),
              h(System, { of: found.system, at: found.capturedAt }),
              h(Filters, { state, set }),
              h(History, { state, key: "history" }),
              h(Heat, { state, key: "heat" }),
              h(Lists, { state, set, key: "lists" }),
              age !== null && h(Live, { queue: state.queue }),
            ],
    }),
  ]);
}

/** @param {{state: State, set: SetState}} props what is counted without the job */
function Unmeasured({ state, set }) {
  const { queue, at, versus } = state;
  const [from, to] = inOrder(at, versus);
  return [
    h(HowToRun, {
      title: at === "" ? "The lag job has not run yet" : "The lag job kept nothing of this time",
    }),
    h(Minutes, { state, set, key: "minutes" }),
    versus !== "" && h(Between, { from, to, key: `${from} ${to}` }),
    h(Live, { queue, at, key: "live" }),
  ];
}

/**
 * The last snapshot of the whole system until an instant, and when the last ones were taken.
 * @param {string} at
 * @param {AbortSignal} signal
 * @returns {Promise<Snapshots>}
 */
async function readSnapshots(at, signal) {
  const [last, before] = await Promise.all([
    get(ROUTE, { query: { scope: "system", at }, signal }),
    get("/api/v1/analytics/lag/history", { query: { limit: 11 }, signal }),
  ]);
  return {
    system: last.rollups[0] ?? null,
    capturedAt: last.capturedAt,
    points: before.points,
  };
}

/**
 * How many seconds old the last snapshot is, if that is more than two intervals; else null.
 * @param {Snapshots | null} found
 */
function lateBy(found) {
  const taken = found?.points.map((each) => toMs(each.capturedAt)) ?? [];
  const [last] = taken;
  if (last === undefined) {
    return null;
  }
  const gaps = taken.slice(1).map((at, place) => (taken[place] ?? at) - at);
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  const age = now.value - last;
  return age > 2 * Math.max(usual, LEAST_INTERVAL_MS) ? age / 1000 : null;
}

/** @param {{title: string}} props */
function HowToRun({ title }) {
  return h(
    Empty,
    { title, code: `${GET_SPARK}\n${JOBS} lag` },
    "It measures rates, percentiles and verdicts, and keeps those of two weeks. A stack on AWS" +
      " runs it every hour. Here you start it, in Regent's repository, in the folder in which the" +
      " server was started; the first command gets Spark.",
  );
}

/** @param {{of: Rollup, at: string | null}} props */
function System({ of, at }) {
  const { rewoundPartitions: rewound, stoppedPartitions: stopped } = of;
  const { stalledPartitions: stalled, warningPartitions: warning } = of;
  const bad = { rewound, stopped, stalled, warning };
  const ok = of.partitions - rewound - stopped - stalled - warning;
  const counts = { ...bad, ok };
  const asked = { query: { scope: "system" } };
  return h("div", {}, [
    h("p", { class: "lead" }, [
      "Measured ",
      h(Instant, { at }),
      ". A partition counts once for each group that follows it. ",
      h(CurlButton, { request: { method: "GET", path: address(ROUTE, asked) } }),
    ]),
    h("dl", { class: "figures" }, [
      h(Figure, { title: "Behind" }, `${number(of.laggingPartitions)} of ${number(of.partitions)}`),
      h(Figure, { title: "Messages" }, number(of.offsetLag)),
      h(Figure, { title: "Delayed" }, number(of.delayed)),
      h(Figure, { title: "Oldest" }, duration(of.timeLagMaxSeconds)),
      h(Figure, { title: "In and out" }, rates(of)),
      h(Figure, { title: "Done in" }, drain(of)),
    ]),
    h(
      "ul",
      { class: "verdicts", "aria-label": "Verdicts" },
      VERDICTS.filter((each) => each === "ok" || counts[each] > 0).map((each) =>
        h(
          "li",
          { key: each },
          each === "ok"
            ? h(Judged, { of: each }, `${number(counts[each])} ok`)
            : h(
                "a",
                { href: href("lag", { scope: "partition", verdict: each }) },
                h(Judged, { of: each }, `${number(counts[each])} ${each}`),
              ),
        ),
      ),
    ),
  ]);
}

/** @param {Rollup} of */
function rates({ arrivalPerSecond, consumptionPerSecond }) {
  return arrivalPerSecond === null || consumptionPerSecond === null
    ? "–"
    : `${rate(arrivalPerSecond)}/s, ${rate(consumptionPerSecond)}/s`;
}

/** @param {{state: State, set: SetState}} props */
function Filters({ state, set }) {
  /** @type {[string, string][]} */
  const verdicts = [["", "any"], ...VERDICTS.map(same)];
  return h("div", { class: "filters", role: "search" }, [
    h(TextField, {
      label: "Queue",
      value: state.queue,
      onInput: (queue) => set({ queue }, { typing: true }),
      mono: true,
    }),
    state.scope !== "queue" &&
      h(TextField, {
        label: "Group",
        value: state.consumerGroup,
        onInput: (consumerGroup) => set({ consumerGroup }, { typing: true }),
        mono: true,
      }),
    h(SelectField, {
      label: "Verdict",
      value: state.verdict,
      options: verdicts,
      onChange: (verdict) => set({ verdict }),
    }),
    state.scope === "partition" &&
      h(SelectField, {
        label: "Waited",
        value: String(state.bucket),
        options: [["-1", "any time"], ...PLACES.map(bucket)],
        onChange: (place) => set({ bucket: Number(place) }),
      }),
    h(SelectField, {
      label: "Time",
      value: state.last,
      options: SPANS.map(([name, title]) => /** @type {[string, string]} */ ([name, title])),
      onChange: (last) => set({ last }),
    }),
  ]);
}

/**
 * @param {number} place
 * @returns {[string, string]}
 */
function bucket(place) {
  return [String(place), bucketName(place)];
}

/**
 * @param {string} word
 * @returns {[string, string]}
 */
function same(word) {
  return [word, word];
}

/** @param {{state: State, set: SetState}} props */
function Lists({ state, set }) {
  const clear = () => set({ queue: "", consumerGroup: "", verdict: "", bucket: -1 });
  const scope = SCOPES.some(([name]) => name === state.scope) ? state.scope : "consumer";
  return h("div", {}, [
    h(Tabs, {
      label: "What is listed",
      value: scope,
      tabs: SCOPES,
      onChange: (/** @type {string} */ chosen) => set({ scope: chosen }),
    }),
    scope === "partition"
      ? h(Partitions, { state, clear, key: scope })
      : h(Rollups, { scope, state, set, clear, key: scope }),
  ]);
}
