/** Consumer groups: who consumes what, how far behind, how did it subscribe, and who is dead? */

import { SelectField, TextField } from "../../ui/field.js";
import { Tabs } from "../../ui/tabs.js";
import { h } from "../../vendor/preact.js";
import { Late } from "./late.js";
import { List } from "./list.js";
import { One } from "./one.js";
import { Subscriptions } from "./subscriptions.js";

/**
 * `show` and `on`: the group and the queue whose dialog is open.
 * @typedef {{tab: string, name: string, queue: string, namespace: string, state: string,
 *   sort: string, seconds: number, show: string, on: string}} State
 * @typedef {(changes: Partial<State>, how?: {typing?: boolean}) => void} SetState
 */

/** @type {import("../index.js").Page} */
export const page = {
  state: {
    tab: "groups",
    name: "",
    queue: "",
    namespace: "",
    state: "",
    sort: "lag",
    seconds: 300,
    show: "",
    on: "",
  },
  View,
};

/** @type {[string, string][]} */
const TABS = [
  ["groups", "Groups"],
  ["late", "Late partitions"],
  ["subscriptions", "Subscriptions"],
];
/** @type {[string, string][]} */
const STATES = [["", "any"], ...["Lagging", "Dead", "Paused", "Stable"].map(same)];
/** @type {[string, string][]} */
const ORDERS = [
  ["lag", "worst first"],
  ["name", "by name"],
];
/** @type {[string, string][]} */
const AGES = [
  ["60", "a minute"],
  ["300", "5 minutes"],
  ["3600", "an hour"],
  ["86400", "a day"],
];

/**
 * @param {string} word
 * @returns {[string, string]}
 */
function same(word) {
  return [word, word];
}

/** @param {{state: State, set: SetState}} props */
function View({ state, set }) {
  return h("div", {}, [
    h("h1", {}, "Consumer groups"),
    h(Tabs, {
      label: "Parts of the page",
      value: state.tab,
      tabs: TABS,
      onChange: (tab) => set({ tab }),
    }),
    h(Filters, { state, set }),
    h(Part, { state, set, key: "part" }),
    state.show !== "" &&
      h(One, {
        group: state.show,
        queue: state.on,
        onClose: () => set({ show: "", on: "" }),
        key: `${state.show}\0${state.on}`,
      }),
  ]);
}

/** @param {{state: State, set: SetState}} props */
function Filters({ state, set }) {
  const type =
    (/** @type {"name" | "queue" | "namespace"} */ key) => (/** @type {string} */ text) =>
      set({ [key]: text }, { typing: true });
  const text = (/** @type {"name" | "queue" | "namespace"} */ key, /** @type {string} */ label) =>
    h(TextField, { label, value: state[key], onInput: type(key), mono: true, key });
  const isList = state.tab === "groups";
  return h("div", { class: "filters", role: "search" }, [
    text("name", isList ? "Name begins with" : "Group"),
    text("queue", "Queue"),
    isList && text("namespace", "Namespace"),
    isList &&
      h(SelectField, {
        label: "State",
        value: state.state,
        options: STATES,
        onChange: (chosen) => set({ state: chosen }),
      }),
    isList &&
      h(SelectField, {
        label: "Order",
        value: state.sort,
        options: ORDERS,
        onChange: (sort) => set({ sort }),
      }),
    state.tab === "late" &&
      h(SelectField, {
        label: "Waits for at least",
        value: String(state.seconds),
        options: AGES,
        onChange: (seconds) => set({ seconds: Number(seconds) }),
      }),
  ]);
}

/** @param {{state: State, set: SetState}} props */
function Part({ state, set }) {
  switch (state.tab) {
    case "groups":
      return h(List, { state, set });
    case "late":
      return h(Late, { state });
    case "subscriptions":
      return h(Subscriptions, { state });
    default:
      return h("p", { class: "note yellow" }, `This page has no tab “${state.tab}”.`);
  }
}
