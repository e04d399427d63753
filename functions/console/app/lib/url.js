/** The address is the state: a page, and the keys that it shows. No other file touches history. */

import { signal } from "../vendor/signals.js";

/** @typedef {Record<string, string | number | boolean>} State */

export const BASE = "/console/";
const TYPING_MS = 300;

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
    const value = readValue(defaults[key], text);
    if (value === undefined) {
      problems.push(`“${key}” cannot be “${text}”.`);
    } else {
      state[key] = value;
    }
  }
  return { state: /** @type {S} */ (state), problems };
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
    history[replace ? "replaceState" : "pushState"](null, "", address);
  }
  place.value = read();
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
  addEventListener("popstate", () => {
    forgetTyped();
    place.value = read();
  });
}
