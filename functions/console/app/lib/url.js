/** The address is the state: a page, and the keys that it shows. No other file touches history. */

import { signal } from "../vendor/signals.js";

/** @typedef {Record<string, string | number | boolean>} State */

export const BASE = "/console/";
const TYPING_MS = 300;
/** A scroll has ended when it paused for so long. Browsers refuse who writes each of its steps. */
const SETTLED_MS = 300;
/** Keys whose values are instants, on each page that has them. They name their zone. */
const INSTANTS = ["at", "versus"];
const ZONED = /^\d{4}-.*(Z|[+-]\d\d:\d\d)$/;

/** @returns {{page: string, query: string}} */
function read() {
  const { pathname, search } = globalThis.location;
  const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : "";
  return { page: decodeURIComponent(path).replace(/\/+$/, ""), query: search.slice(1) };
}

/** The page in view and its query, as they are in the address. */
export const place = signal(read());

/**
 * What a query says to a page. A key that the page does not have, and a value that a key cannot
 * take, are told and left out.
 * @template {State} S
 * @param {S} defaults the keys of the page
 * @param {string} query
 * @returns {{state: S, problems: string[]}}
 */
export function parseState(defaults, query) {
  /** @type {State} */
  const state = { ...defaults };
  const problems = [];
  for (const [key, text] of new URLSearchParams(query)) {
    if (!Object.hasOwn(defaults, key)) {
      problems.push(`This page has no “${key}”.`);
      continue;
    }
    const isWrong = INSTANTS.includes(key) && text !== "" && !isInstant(text);
    const value = isWrong ? undefined : readValue(defaults[key], text);
    if (value === undefined) {
      problems.push(`“${key}” cannot be “${text}”.`);
    } else {
      state[key] = value;
    }
  }
  return { state: /** @type {S} */ (state), problems };
}

/** @param {string} text */
function isInstant(text) {
  return ZONED.test(text) && !Number.isNaN(Date.parse(text));
}

/**
 * @param {string | number | boolean | undefined} like
 * @param {string} text
 */
function readValue(like, text) {
  if (typeof like === "boolean") {
    return { true: true, false: false }[text];
  }
  if (typeof like === "number") {
    return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined;
  }
  return text;
}

/**
 * A state as a query: keys sorted, defaults left out.
 * @param {State} defaults
 * @param {State} state
 */
export function formatState(defaults, state) {
  const told = Object.keys(defaults)
    .filter((key) => state[key] !== undefined && state[key] !== defaults[key])
    .sort()
    .map((key) => [key, String(state[key])]);
  return new URLSearchParams(told).toString();
}

/**
 * The address of a page in a state. Links to other pages give the keys that they set.
 * @param {string} page
 * @param {State} [state]
 */
export function href(page, state = {}) {
  const given = Object.fromEntries(Object.entries(state).filter(([, value]) => value !== ""));
  const query = formatState(Object.fromEntries(Object.keys(given).map((key) => [key, ""])), given);
  return BASE + page + (query && `?${query}`);
}

/**
 * Go to an address of ours.
 * @param {string} address
 * @param {{replace?: boolean}} [how]
 */
export function go(address, { replace = false } = {}) {
  forgetTyped();
  if (address !== location.pathname + location.search) {
    if (!replace) {
      writeKept();
    }
    history[replace ? "replaceState" : "pushState"](null, "", address);
  }
  place.value = read();
}

/**
 * What parts of the view keep in an entry of the history.
 * @type {Map<string, () => unknown>}
 */
const keepers = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settling;

/**
 * Keep in this entry of the history where a reader is: a reload and Back find it, a link does not
 * have it. It is no state of the view.
 * @param {string} name
 * @param {() => unknown} tell what is kept when the entry is left
 * @returns {() => void} ends it
 */
export function keep(name, tell) {
  keepers.set(name, tell);
  return () => {
    if (keepers.get(name) === tell) {
      keepers.delete(name);
    }
  };
}

/**
 * What an earlier visit of this entry kept, or undefined.
 * @param {string} name
 */
export function kept(name) {
  return history.state?.[name];
}

/** A reload and Back come without a word before them: what changed is kept soon. */
export function keepSoon() {
  clearTimeout(settling);
  settling = setTimeout(writeKept, SETTLED_MS);
}

function writeKept() {
  clearTimeout(settling);
  const told = [...keepers].map(([name, tell]) => [name, tell()]);
  history.replaceState({ ...history.state, ...Object.fromEntries(told) }, "");
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;
/** What was typed and is not in the address yet. */
let typed = /** @type {State} */ ({});

function forgetTyped() {
  clearTimeout(typing);
  typed = {};
}

/**
 * Change keys of the page in view. An update for a page that was left is dropped.
 * @param {string} page
 * @param {State} defaults
 * @param {State} changes
 * @param {{typing?: boolean}} [how] typing replaces the entry of the history, after a pause
 */
export function update(page, defaults, changes, { typing: isTyped = false } = {}) {
  const all = { ...typed, ...changes };
  const apply = () => {
    if (place.peek().page !== page) {
      return;
    }
    const { state } = parseState(defaults, place.peek().query);
    const query = formatState(defaults, { ...state, ...all });
    go(BASE + page + (query && `?${query}`), { replace: isTyped });
  };
  clearTimeout(typing);
  if (isTyped) {
    typed = all;
    typing = setTimeout(apply, TYPING_MS);
  } else {
    apply();
  }
}

/** Follow the browser's own steps back and forward. */
export function follow() {
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => {
    clearTimeout(settling);
    forgetTyped();
    place.value = read();
  });
}
