/** Partition: why does it not move? Who has it, until when, and what is next? */

import { get } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { href } from "../../lib/url.js";
import { asCurl, CopyButton } from "../../ui/copy.js";
import { SelectField } from "../../ui/field.js";
import { Name } from "../../ui/name.js";
import { Empty, Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { Messages } from "./messages.js";
import { Why } from "./why.js";

/** @typedef {import("../../lib/types").Queue} Queue */
/** @typedef {{queue: string, name: string, group: string, show: string}} State */

/** @type {import("../index.js").Page} */
export const page = { state: { queue: "", name: "", group: "", show: "" }, View };

/** Groups whose reasons are told at once. */
const TOLD = 4;

/** @param {{state: State, set: (changes: Partial<State>) => void}} props */
function View({ state, set }) {
  if (state.queue === "" || state.name === "") {
    return h(
      Empty,
      { title: "No partition is named" },
      h("a", { href: href("queues") }, "All queues"),
    );
  }
  return h(OnePartition, { state, set, key: `${state.queue}\n${state.name}` });
}

/** @param {{state: State, set: (changes: Partial<State>) => void}} props */
function OnePartition({ state, set }) {
  const { queue, name } = state;
  const poll = usePoll(
    (signal) =>
      get("/api/v1/resources/queues/{queue}", { path: { queue }, query: { limit: 1 }, signal }),
    "heavy",
    [queue],
  );
  return h("div", {}, [
    h("h1", { class: "mono" }, name),
    h("p", { class: "lead" }, [
      "a partition of ",
      h(Name, { name: queue, href: href("queue", { name: queue }), most: 60 }),
      " ",
      h(CopyButton, { text: () => name, title: "Copy name" }),
    ]),
    h(Polled, { poll, children: (/** @type {Queue} */ of) => h(Found, { of, state, set }) }),
  ]);
}

/** @param {{of: Queue, state: State, set: (changes: Partial<State>) => void}} props */
function Found({ of, state, set }) {
  const { queue, name } = state;
  const names = of.groups.map((each) => each.name);
  const chosen = state.group === "" ? names.slice(0, TOLD) : [state.group];
  /** @type {[string, string][]} */
  const options = [
    ["", names.length > TOLD ? `the first ${TOLD} of ${number(names.length)}` : "all groups"],
    ...[...new Set([...names, ...(state.group ? [state.group] : [])])].map(
      (each) => /** @type {[string, string]} */ ([each, groupName(each)]),
    ),
  ];
  return h("div", {}, [
    names.length > 0 &&
      h("div", { class: "filters" }, [
        h(SelectField, {
          label: "Group",
          value: state.group,
          options,
          onChange: (/** @type {string} */ group) => set({ group }),
        }),
        h("p", { class: "muted" }, `${count(names.length, "group")} of the queue`),
      ]),
    chosen.length === 0
      ? h(
          Empty,
          {
            title: "No group reads this queue yet",
            code: asCurl({
              method: "GET",
              path: `/api/v1/pop/queue/${encodeURIComponent(queue)}?consumerGroup=billing`,
            }),
          },
          "A group appears at its first pop.",
        )
      : chosen.map((group) => h(Why, { queue, name, group, key: group })),
    h(Messages, {
      queue,
      name,
      show: state.show,
      onShow: (/** @type {string} */ show) => set({ show }),
    }),
  ]);
}
