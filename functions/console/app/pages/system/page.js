/** System: what is stopped, how is the database, who am I, and every route of the API. */

import { Tabs } from "../../ui/tabs.js";
import { h } from "../../vendor/preact.js";
import { Database } from "./database.js";
import { Explorer } from "./explorer.js";
import { Maintenance } from "./maintenance.js";
import { Me } from "./me.js";

/** @typedef {{tab: string, queue: string, find: string, route: string}} State */

/** @type {import("../index.js").Page} */
export const page = {
  state: { tab: "maintenance", queue: "", find: "", route: "" },
  View,
};

/** @type {[string, string][]} */
const TABS = [
  ["maintenance", "Maintenance"],
  ["database", "Database"],
  ["me", "Me"],
  ["api", "API"],
];

/** @param {{state: State, set: (changes: Partial<State>, how?: {typing?: boolean}) => void}} props */
function View({ state, set }) {
  const views = {
    maintenance: () => h(Maintenance, { queue: state.queue, set }),
    database: () => h(Database, {}),
    me: () => h(Me, {}),
    api: () => h(Explorer, { find: state.find, route: state.route, set }),
  };
  const tab = state.tab in views ? state.tab : "maintenance";
  return h("div", {}, [
    h("h1", {}, "System"),
    h(Tabs, {
      label: "System",
      value: tab,
      tabs: TABS,
      onChange: (/** @type {string} */ chosen) => set({ tab: chosen }),
    }),
    views[/** @type {keyof typeof views} */ (tab)](),
  ]);
}
