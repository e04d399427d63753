/** Why a partition does or does not move: a sentence of the facts that the server tells. */

import { count } from "./format.js";
import { clock, duration, now, relative, toMs } from "./time.js";

/** @typedef {import("./types").Explanation} Explanation */

const RESTS = {
  window_buffer: "the window buffer waits until nothing is pushed to it any more",
  scheduled_message: "its next message was scheduled for later",
  delayed_processing: "the queue delays each message",
  retry_delay: "a message failed, and is tried again after the retry delay",
  next_look: "an earlier pop found nothing to hand out before then",
};

/** @param {string} group */
export function groupName(group) {
  return group === "__QUEUE_MODE__" ? "(no group)" : group;
}

/** @param {Explanation} of */
function waiting(of) {
  return `${count(of.open, "message")} ${of.open === 1 ? "waits" : "wait"}`;
}

/** @param {string} instant */
function left(instant) {
  return duration(Math.max(0, (toMs(instant) - now.value) / 1000));
}

/** @param {number} times */
function often(times) {
  return times === 1 ? "once" : `${times} times`;
}

/** @param {Explanation} of */
function failing(of) {
  const failure = /** @type {NonNullable<Explanation["failure"]>} */ (of.failure);
  const more = failure.retryLimit - failure.attempts + 1;
  const fate =
    more > 0
      ? `It becomes a dead letter when it fails ${often(more)} more.`
      : "It becomes a dead letter when it is handed out alone and fails.";
  return (
    `The message at offset ${failure.offset} failed ${often(failure.attempts)}, the last time` +
    ` ${relative(failure.failedAt)} with “${failure.lastError}”, and holds up those behind it.` +
    ` ${fate}`
  );
}

/** The sentence of each state, in the zone that is chosen, with times that tick. */
export const SENTENCES = /** @type {Record<Explanation["state"], (of: Explanation) => string>} */ ({
  ready: (of) =>
    of.tooOld > 0
      ? `Ready, but ${count(of.tooOld, "message")} waited too long (ttl, maxWaitTimeSeconds): the` +
        " next pop gives them up."
      : `Ready: ${waiting(of)}, and the next pop gets ${of.open === 1 ? "it" : "them"}.`,
  leased: (of) =>
    of.lease
      ? `${of.lease.client ?? "A consumer"} has held ${count(of.processing, "message")} since ${clock(of.lease.since)}. Its` +
        ` lease ends in ${left(of.lease.expiresAt)}, unless it answers or extends before.`
      : "A consumer holds it.",
  resting: (of) =>
    of.rest
      ? `Rests for ${left(of.rest.until)}: ${RESTS[of.rest.reason]}. ${waiting(of)}.`
      : "It rests.",
  failing: (of) => (of.failure ? failing(of) : "A message failed."),
  empty: (of) => `Nothing is open: all ${count(of.head, "message")} pushed here are done.`,
  paused: (of) =>
    `The group is paused${of.pausedAt ? ` since ${clock(of.pausedAt)}` : ""}; ${waiting(of)}.`,
  maintenance: (of) =>
    `Pops of ${of.maintenance === "system" ? "all queues" : "this queue"} are stopped; ${waiting(of)}.`,
  assigned: (of) =>
    of.owner
      ? `Assigned to the member ${of.owner}, which has not committed them; ${waiting(of)}.`
      : `It is being assigned to a member of the group; ${waiting(of)}.`,
  not_subscribed: (of) =>
    `The group never popped here. Its first pop would find ${count(of.firstPop?.messages ?? 0, "message")},` +
    ` from offset ${of.firstPop?.offset ?? 0} on.`,
});

/**
 * A state in a few words, for a row of a table.
 * @param {import("./types").Standing} of
 */
export function brief(of) {
  switch (of.state) {
    case "leased":
      return of.lease ? `for ${left(of.lease.expiresAt)} more` : "";
    case "resting":
      return of.rest ? `${of.rest.reason.replaceAll("_", " ")}, ${left(of.rest.until)} more` : "";
    case "failing":
      return of.failure
        ? `failed ${often(of.failure.attempts)} of ${of.failure.retryLimit + 1}: “${of.failure.lastError}”`
        : "";
    case "paused":
      return of.pausedAt ? `since ${clock(of.pausedAt)}` : "";
    case "maintenance":
      return of.maintenance === "system" ? "of all queues" : "of this queue";
    default:
      return "";
  }
}

/** @type {Record<Explanation["state"], string>} the colour of a state */
export const TONES = {
  ready: "plain",
  leased: "blue",
  resting: "yellow",
  failing: "red",
  empty: "plain",
  paused: "yellow",
  maintenance: "orange",
  assigned: "blue",
  not_subscribed: "plain",
};

/** @param {Explanation} of */
export function sentence(of) {
  return SENTENCES[of.state](of);
}
