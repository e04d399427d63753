/** The event log: how far is it, can readers see it, which group claims what, what failed? */

import { Tabs } from "../../ui/tabs.js";
import { h } from "../../vendor/preact.js";
import { End } from "./end.js";
import { Groups } from "./groups.js";
import { Messages } from "./messages.js";
import { OneGroup } from "./one.js";
import { Scheduled } from "./scheduled.js";
import { Types } from "./types.js";

/**
 * `conditions`: as conditions.js writes them. `only`: the state of a group's partitions. `show`: the id of the open message; `batch`: of the open
 * batch of scheduled ones, which are due from `dueFrom` until before `dueTo`.
 * @typedef {{tab: string, from: string, type: string, order: string, conditions: string,
 *   payloads: boolean, group: string, only: string, show: string, dueFrom: string, dueTo: string,
 *   batch: string}} State
 * @typedef {(changes: Partial<State>, how?: {typing?: boolean}) => void} SetState
 */

/** @type {import("../index.js").Page} */
export const page = {
  state: {
    tab: "messages",
    from: "",
    type: "",
    order: "desc",
    conditions: "",
    payloads: true,
    group: "",
    only: "",
    show: "",
    dueFrom: "",
    dueTo: "",
    batch: "",
  },
  View,
};

/** @type {[string, string][]} */
const TABS = [
  ["messages", "Messages"],
  ["groups", "Groups"],
  ["types", "Types"],
  ["scheduled", "Scheduled"],
];

/** @param {{state: State, set: SetState}} props */
function View({ state, set }) {
  return h("div", {}, [
    h("h1", {}, "Event log"),
    h(End, {}),
    h(Tabs, {
      label: "Parts of the page",
      value: state.tab,
      tabs: TABS,
      onChange: (tab) => set({ tab }),
    }),
    h(Part, { state, set, key: "part" }),
  ]);
}

/** @param {{state: State, set: SetState}} props */
function Part({ state, set }) {
  switch (state.tab) {
    case "messages":
      return h(Messages, { state, set });
    case "groups":
      return state.group === ""
        ? h(Groups, {})
        : h(OneGroup, { group: state.group, only: state.only, set, key: state.group });
    case "types":
      return h(Types, {});
    case "scheduled":
      return h(Scheduled, { state, set });
    default:
      return h("p", { class: "note yellow" }, `This page has no tab “${state.tab}”.`);
  }
}
