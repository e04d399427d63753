/** Which dead letters are meant: the address as queries and bodies of the API. */

import { readInstant } from "../../lib/instants.js";
import { now, toMs } from "../../lib/time.js";

/**
 * @typedef {{queue: string, group: string, reason: string, fingerprint: string, error: string,
 *   last: string, from: string, to: string, at: string, show: string}} State
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
  at: "",
  show: "",
};

/** Times up to now, in hours. */
export const SPANS = /** @type {Record<string, number>} */ ({ "1h": 1, "24h": 24, "7d": 168 });

/** The keys of the state that choose letters. */
export const CHOOSING = /** @type {(keyof State)[]} */ (
  Object.keys(DEFAULTS).filter((key) => key !== "show" && key !== "at")
);

/**
 * The instant at which a time up to now, or up to the instant of the page, begins; empty: there is
 * no such time.
 * @param {State} state
 */
export function begins({ last, at }) {
  const hours = SPANS[last];
  const end = at === "" ? now.peek() : toMs(at);
  return hours === undefined ? "" : new Date(end - hours * 3_600_000).toISOString();
}

/**
 * @param {State} state
 * @param {string} since where the time that `last` names begins
 * @returns {Filter}
 */
export function asked(state, since) {
  const given = {
    queue: state.queue,
    consumerGroup: state.group,
    reason: state.reason,
    fingerprint: state.fingerprint,
    error: state.error,
    from: readInstant(state.from) ?? since,
    to: readInstant(state.to) ?? readInstant(state.at) ?? "",
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
