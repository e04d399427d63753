/** Which partitions of a queue are listed: by group, state, name and order. The address has it. */

import { groupName, TONES } from "../../lib/sentences.js";
import { SelectField, TextField } from "../../ui/field.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("./page.js").State} State */
/** @typedef {(changes: Partial<State>, how?: {typing?: boolean}) => void} Set */

/** What nothing waits in, so that it has no place by lag. */
const QUIET = ["empty", "not_subscribed"];

/**
 * Another group or state, with an order that goes with it: those with a state are soonest found
 * where something waits.
 * @param {string} group
 * @param {string} state
 * @returns {Partial<State>}
 */
export function standingIn(group, state) {
  const isListed = group !== "" && state !== "";
  const sort = isListed && !QUIET.includes(state) ? "lag" : "name";
  return { group, state: group === "" ? "" : state, sort, from: "" };
}

/**
 * The choices of a group: those of the queue, and the one of the address.
 * @param {import("../../lib/types").Queue} of
 * @param {string} group
 * @returns {[string, string][]}
 */
export function groupOptions(of, group) {
  const names = new Set([...of.groups.map((each) => each.name), ...(group === "" ? [] : [group])]);
  return [...names].map((each) => [each, groupName(each)]);
}

/** @param {{of: import("../../lib/types").Queue, state: State, set: Set}} props */
export function Filters({ of, state, set }) {
  const { group } = state;
  /** @type {[string, string][]} */
  const sorts = [
    ["name", "name"],
    ["activity", "last push"],
  ];
  if (group !== "" && !QUIET.includes(state.state)) {
    sorts.push(["lag", "lag"]);
  }
  /** @type {[string, string][]} */
  const states = Object.keys(TONES).map((each) => [each, each.replaceAll("_", " ")]);
  return h("div", { class: "filters", role: "search" }, [
    h(SelectField, {
      label: "Group",
      value: group,
      options: [["", "all groups"], ...groupOptions(of, group)],
      onChange: (/** @type {string} */ name) => set(standingIn(name, state.state)),
    }),
    group !== "" &&
      h(SelectField, {
        label: "State",
        value: state.state,
        options: [["", "any"], ...states],
        onChange: (/** @type {string} */ name) => set(standingIn(group, name)),
      }),
    h(TextField, {
      label: "Name begins with",
      value: state.partition,
      mono: true,
      onInput: (/** @type {string} */ partition) => set({ partition }, { typing: true }),
    }),
    h(SelectField, {
      label: "Sort by",
      value: state.sort,
      options: sorts,
      onChange: (/** @type {string} */ sort) => set({ sort, from: "" }),
    }),
    h(Jump, { from: state.from, set, key: state.from }),
  ]);
}

/** @param {{from: string, set: Set}} props */
function Jump({ from, set }) {
  const [name, setName] = useState(from);
  const jump = (/** @type {Event} */ event) => {
    event.preventDefault();
    set({ from: name, sort: "name" });
  };
  return h("form", { class: "filters", onSubmit: jump }, [
    h(TextField, { label: "Jump to name", value: name, onInput: setName, mono: true }),
    h("button", { type: "submit", disabled: name === from }, "Jump"),
  ]);
}
