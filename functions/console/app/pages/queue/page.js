/** Queue: how is it, what may be changed, and how far is each group in each partition? */

import { get } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { may } from "../../lib/session.js";
import { relative } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Bar } from "../../ui/bar.js";
import { CopyButton } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Empty, Polled } from "../../ui/states.js";
import { Tabs } from "../../ui/tabs.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { Gone, isGone } from "../parts/gone.js";
import { Actions } from "./actions.js";
import { Chart } from "./chart.js";
import { Config } from "./config.js";
import { Groups } from "./groups.js";
import { Partitions } from "./partitions.js";
import { Why } from "./why.js";

/** @typedef {import("../../lib/types").Queue} Queue */
/** @typedef {{name: string, tab: string, last: string, group: string, state: string,
 *   partition: string, from: string, sort: string, at: string}} State */

/** @type {import("../index.js").Page} */
export const page = {
  state: {
    name: "",
    tab: "partitions",
    last: "1h",
    group: "",
    state: "",
    partition: "",
    from: "",
    sort: "name",
    at: "",
  },
  View,
};

/** @type {[string, string][]} */
const TABS = [
  ["partitions", "Partitions"],
  ["groups", "Groups"],
  ["chart", "Chart"],
  ["config", "Config"],
  ["why", "Why?"],
];

/** @param {{state: State, set: (changes: Partial<State>, how?: {typing?: boolean}) => void}} props */
function View({ state, set }) {
  if (state.name === "") {
    return h(Empty, { title: "No queue is named" }, h("a", { href: href("queues") }, "All queues"));
  }
  return h(OneQueue, { state, set, key: state.name });
}

/** @param {{state: State, set: (changes: Partial<State>, how?: {typing?: boolean}) => void}} props */
function OneQueue({ state, set }) {
  const { name } = state;
  const poll = usePoll(
    (signal) =>
      get("/api/v1/resources/queues/{queue}", {
        path: { queue: name },
        query: { limit: 1 },
        signal,
      }),
    "heavy",
    [name],
  );
  const error = poll.error.value;
  if (isGone(error)) {
    return h("div", {}, [h("h1", { class: "mono" }, name), h(Gone, { queue: name, error })]);
  }
  return h("div", {}, [
    h("h1", { class: "mono" }, name),
    h(Polled, {
      poll,
      children: (/** @type {Queue} */ of) =>
        h("div", {}, [
          h(Facts, { of }),
          h(Actions, { of, refresh: poll.refresh }),
          h(Tabs, {
            label: "Parts of the queue",
            value: state.tab,
            tabs: TABS,
            onChange: (tab) => set({ tab }),
          }),
          h(Part, { of, state, set, refresh: poll.refresh }),
        ]),
    }),
  ]);
}

/** @param {{of: Queue, state: State, set: any, refresh: () => Promise<void>}} props */
function Part({ of, state, set, refresh }) {
  switch (state.tab) {
    case "groups":
      return h(Groups, { of });
    case "chart":
      return h(Chart, { name: of.name, state, set });
    case "config":
      return h(Config, { of, refresh });
    case "partitions":
      return h(Partitions, { of, state, set });
    case "why":
      return h(Why, { of, state, set });
    default:
      return h("p", { class: "note yellow" }, `This page has no tab “${state.tab}”.`);
  }
}

/** @param {{of: Queue}} props */
function Facts({ of }) {
  const labels = [of.namespace, of.task].filter(Boolean).join(" / ");
  const open = of.totals.pending + of.totals.processing;
  const held = of.groups.reduce((sum, group) => sum + group.processing, 0);
  return h("div", { class: "facts" }, [
    h("p", {}, [
      count(of.total, "partition"),
      ` · ${number(of.totals.total)} kept · `,
      h("b", {}, `${number(open)} open`),
      held > 0 && ` · ${number(held)} held`,
      of.totals.failed > 0 && [
        " · ",
        h("span", { class: "red-text" }, `${number(of.totals.failed)} failed before`),
      ],
      of.totals.deadLetter > 0 && [
        " · ",
        h("span", { class: "red-text" }, count(of.totals.deadLetter, "dead letter")),
      ],
      " · depth ",
      of.options.maxSize > 0
        ? h(
            Bar,
            { value: of.totals.depth, bound: of.options.maxSize },
            `${number(of.totals.depth)} of ${number(of.options.maxSize)}`,
          )
        : `${number(of.totals.depth)}, no maximum`,
      of.pushMaintenance && [" ", h(Badge, { tone: "orange" }, "pushes stopped")],
      of.popMaintenance && [" ", h(Badge, { tone: "orange" }, "pops stopped")],
    ]),
    h("p", { class: "muted small" }, [
      labels && `${labels} · `,
      "made ",
      h(Instant, { at: of.createdAt }),
      of.asOf && ` · counted ${relative(of.asOf)}`,
      " ",
      h(CopyButton, { text: () => of.name, title: "Copy name" }),
    ]),
    h("p", { class: "actions" }, [
      h("a", { href: href("messages", { queue: of.name }) }, "Messages"),
      may("POST", "/api/v1/push") &&
        h("a", { href: href("push", { queue: of.name }) }, "Push a message"),
      h("a", { href: href("audit", { queue: of.name }) }, "Changes"),
    ]),
  ]);
}
