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
import { Gone, isGone } from "../parts/gone.js";
import { Actions } from "./actions.js";
import { Messages } from "./messages.js";
import { Why } from "./why.js";

/** @typedef {import("../../lib/types").Queue} Queue */
/** @typedef {{queue: string, name: string, id: string, group: string, around: string, show: string}} State */

/** @type {import("../index.js").Page} */
export const page = {
  state: { queue: "", name: "", id: "", group: "", around: "", show: "" },
  View,
};

/** Groups whose reasons are told at once. */
const TOLD = 4;

/** @param {{state: State, set: (changes: Partial<State>) => void}} props */
function View({ state, set }) {
  const { queue, name, id } = state;
  const isNamed = queue !== "" && name !== "";
  if (!isNamed && id === "") {
    return h(
      Empty,
      { title: "No partition is named" },
      h("a", { href: href("queues") }, "All queues"),
    );
  }
  if (!isNamed) {
    return h(OfId, { state, set, key: id });
  }
  // API Gateway takes the slash of a name for one of the path, so such a partition goes by its id.
  const isHidden = id === "" && `${queue}${name}`.includes("/");
  return h(isHidden ? OfNames : OnePartition, { state, set, key: `${queue}\n${name}` });
}

/** A partition whose id alone is known: its names are found. */
/** @param {{state: State, set: (changes: Partial<State>) => void}} props */
function OfId({ state, set }) {
  const { id } = state;
  const poll = usePoll(
    (signal) => get("/api/v1/resources/partitions/{id}", { path: { id }, signal }),
    "heavy",
    [id],
  );
  return h(Polled, {
    poll,
    children: (/** @type {import("../../lib/types").PartitionRow} */ of) =>
      h(OnePartition, { state: { ...state, queue: of.queue, name: of.name }, set }),
  });
}

/** A partition whose names have a slash: a message that it keeps tells its id. */
/** @param {{state: State, set: (changes: Partial<State>) => void}} props */
function OfNames({ state, set }) {
  const { queue, name } = state;
  const poll = usePoll(
    async (signal) => {
      const query = { queue, partition: name, limit: 1 };
      const found = await get("/api/v1/messages", { query, signal });
      return found.messages[0]?.partitionId ?? "";
    },
    "heavy",
    [queue, name],
  );
  return h(Polled, {
    poll,
    children: (/** @type {string} */ id) => h(OnePartition, { state: { ...state, id }, set }),
  });
}

/** @param {{state: State, set: (changes: Partial<State>) => void}} props */
function OnePartition({ state, set }) {
  const { queue, name } = state;
  const poll = usePoll(
    (signal) => {
      const asked = { path: { queue }, query: { limit: 1, include: "groups" }, signal };
      return get("/api/v1/resources/queues/{queue}", asked);
    },
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
    isGone(poll.error.value)
      ? h(Gone, { queue, error: poll.error.value })
      : [
          h(Actions, { queue, name }),
          h(Polled, { poll, children: (/** @type {Queue} */ of) => h(Found, { of, state, set }) }),
        ],
  ]);
}

/** @param {{of: Queue, state: State, set: (changes: Partial<State>) => void}} props */
function Found({ of, state, set }) {
  const { queue } = state;
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
      : chosen.map((group) => h(Why, { which: state, group, key: group })),
    h(Messages, { state, set, group: chosen[0] }),
  ]);
}
