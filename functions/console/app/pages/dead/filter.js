/** Which dead letters are meant: the address as queries and bodies of the API. */

import { now, toMs } from "../../lib/time.js";

/**
 * @typedef {{queue: string, group: string, reason: string, fingerprint: string, error: string,
 *   last: string, from: string, to: string, show: string}} State
 */

/** A filter without letters that came later than the person who asks has seen.
 * @typedef {{queue?: string, consumerGroup?: string, reason?: string, fingerprint?: string,
 *   error?: string, from?: string, to?: string}} Filter
 */

/** @type {State} */
export const DEFAULTS = {
  queue: "",
  group: "",
  reason: "",
  fingerprint: "",
  error: "",
  last: "",
  from: "",
  to: "",
  show: "",
};

/** Times up to now, in hours. */
export const SPANS = /** @type {Record<string, number>} */ ({ "1h": 1, "24h": 24, "7d": 168 });

/** The keys of the state that choose letters. */
export const CHOOSING = /** @type {(keyof State)[]} */ (
  Object.keys(DEFAULTS).filter((key) => key !== "show")
);

/**
 * An instant that is typed: it counts when it is whole.
 * @param {string} text
 */
function instant(text) {
  return Number.isNaN(toMs(text)) ? "" : text;
}

/**
 * The instant at which a time up to now begins; empty: there is no such time.
 * @param {string} last
 */
export function begins(last) {
  const hours = SPANS[last];
  return hours === undefined ? "" : new Date(now.peek() - hours * 3_600_000).toISOString();
}

/**
 * @param {State} state
 * @param {string} since where the time up to now begins
 * @returns {Filter}
 */
export function asked(state, since) {
  const given = {
    queue: state.queue,
    consumerGroup: state.group,
    reason: state.reason,
    fingerprint: state.fingerprint,
    error: state.error,
    from: instant(state.from) || since,
    to: instant(state.to),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}

/**
 * The body of a redrive of these letters.
 * @param {Filter} filter
 */
export function body({ from, to, ...rest }) {
  return { ...rest, ...(from ? { failedFrom: from } : {}), ...(to ? { failedTo: to } : {}) };
}

/**
 * In words, for titles.
 * @param {Filter} filter
 */
export function words(filter) {
  const told = [
    filter.consumerGroup &&
      `of ${filter.consumerGroup === "__QUEUE_MODE__" ? "no group" : filter.consumerGroup}`,
    filter.queue && `on ${filter.queue}`,
  ];
  return told.filter(Boolean).join(" ");
}
