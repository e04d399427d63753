/** The list of the pages. Each is loaded when it is first opened. */

/**
 * A page: the keys of its address with their defaults, and its view.
 * @typedef {object} Page
 * @property {import("../lib/url.js").State} state
 * @property {(props: {state: any, set: (changes: any, how?: {typing?: boolean}) => void}) => any} View
 */

/**
 * @typedef {object} Listed
 * @property {string} path
 * @property {string} title
 * @property {string} group of the navigation; empty: it is reached from elsewhere
 * @property {string} [under] the path of that other page
 * @property {string} [key] goes there after `g`
 * @property {() => Promise<{page: Page}>} load
 */

/** @type {Listed[]} */
export const PAGES = [
  {
    path: "",
    title: "Overview",
    group: "Now",
    key: "o",
    load: () => import("./overview/page.js"),
  },
  {
    path: "queues",
    title: "Queues",
    group: "Now",
    key: "q",
    load: () => import("./queues/page.js"),
  },
  {
    path: "queue",
    title: "Queue",
    group: "",
    under: "queues",
    load: () => import("./queue/page.js"),
  },
  {
    path: "partition",
    title: "Partition",
    group: "",
    under: "queues",
    load: () => import("./partition/page.js"),
  },
  {
    path: "messages",
    title: "Messages",
    group: "Messages",
    key: "e",
    load: () => import("./messages/page.js"),
  },
  {
    path: "push",
    title: "Push",
    group: "",
    under: "messages",
    load: () => import("./push/page.js"),
  },
  {
    path: "dead-letters",
    title: "Dead letters",
    group: "Messages",
    key: "d",
    load: () => import("./dead/page.js"),
  },
  {
    path: "traces",
    title: "Traces",
    group: "Messages",
    key: "r",
    load: () => import("./traces/page.js"),
  },
  {
    path: "log",
    title: "Event log",
    group: "Messages",
    key: "v",
    load: () => import("./log/page.js"),
  },
  {
    path: "groups",
    title: "Consumer groups",
    group: "Consumers",
    key: "c",
    load: () => import("./groups/page.js"),
  },
  {
    path: "leases",
    title: "Leases",
    group: "Consumers",
    key: "l",
    load: () => import("./leases/page.js"),
  },
  {
    path: "members",
    title: "Members",
    group: "Consumers",
    key: "m",
    load: () => import("./members/page.js"),
  },
  {
    path: "lag",
    title: "Lag",
    group: "Consumers",
    key: "a",
    load: () => import("./lag/page.js"),
  },
  {
    path: "jobs",
    title: "Jobs and retention",
    group: "Look after",
    key: "j",
    load: () => import("./jobs/page.js"),
  },
  {
    path: "cost",
    title: "Cost",
    group: "Look after",
    key: "b",
    load: () => import("./cost/page.js"),
  },
  {
    path: "audit",
    title: "Audit",
    group: "Look after",
    key: "u",
    load: () => import("./audit/page.js"),
  },
  {
    path: "system",
    title: "System",
    group: "Look after",
    key: "s",
    load: () => import("./system/page.js"),
  },
  {
    path: "start",
    title: "Try it",
    group: "Learn",
    key: "t",
    load: () => import("./start/page.js"),
  },
];

/**
 * Whether an address of ours leads to a page that is here.
 * @param {string} address
 */
export function leadsSomewhere(address) {
  const path = address.replace(/\?.*$/, "").replace(/^\/console\//, "");
  return PAGES.some((each) => each.path === path);
}
