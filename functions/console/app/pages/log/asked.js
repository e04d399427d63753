/** What the list of messages asks of the API. Its rows never move: newer ones wait until asked for. */

import { address, change, get } from "../../lib/api.js";
import { askedConditions, readConditions } from "./conditions.js";

/** @typedef {import("../../lib/types").LogMessage} Row */
/** @typedef {import("./page.js").State} State */
/** @typedef {import("./stretch.js").Stretch<Row>} Stretch */

export const MESSAGES = "/api/v1/log/messages";
const READ = "/api/v1/log/read";
export const SIZE = 50;

/**
 * Why the API would refuse these filters; empty: it takes them.
 * @param {State} of
 */
export function problem(of) {
  if (of.from !== "" && !/^\d{1,15}$/.test(of.from)) {
    return "A position is a whole number, such as 18204.";
  }
  if (!["asc", "desc"].includes(of.order)) {
    return "The order is asc or desc.";
  }
  return readConditions(of.conditions) === null
    ? "The conditions of this address cannot be read."
    : "";
}

/** @param {State} of */
export function conditionsOf(of) {
  return askedConditions(readConditions(of.conditions) ?? []);
}

/**
 * The request, to take along.
 * @param {State} of
 * @returns {import("../../lib/copy.js").Request}
 */
export function request(of) {
  const conditions = conditionsOf(of);
  if (conditions.length > 0) {
    return { method: "POST", path: READ, body: byConditions(of, null) };
  }
  const { from, type, order } = of;
  return { method: "GET", path: address(MESSAGES, { query: { from, type, order, limit: SIZE } }) };
}

/**
 * @param {State} of
 * @param {string | null} after the last position of the page before
 */
function byConditions(of, after) {
  const from = of.from === "" ? undefined : Math.max(0, Number(of.from) - 1);
  return {
    conditions: conditionsOf(of),
    afterPosition: after === null ? from : Number(after),
    limit: SIZE,
  };
}

/**
 * Messages that match a condition, the oldest first.
 * @param {State} of
 * @param {string | null} cursor
 * @param {AbortSignal} signal
 * @returns {Promise<Stretch>}
 */
export async function readByConditions(of, cursor, signal) {
  const body = byConditions(of, cursor);
  const { answer } = await change("POST", READ, { body, signal });
  return { rows: answer.messages, next: answer.more ? String(answer.guard.lastPosition) : null };
}

/**
 * A page of the log. Backwards it starts at `top`, where the list began.
 * @param {State} of
 * @param {string | null} cursor
 * @param {number | null} top
 * @param {AbortSignal} signal
 * @returns {Promise<Stretch>}
 */
export async function readOn({ from, type, order }, cursor, top, signal) {
  const start = order === "desc" && top !== null ? top : from;
  const query = { from: start, type, order, limit: SIZE, cursor };
  const found = await get(MESSAGES, { query, signal });
  return { rows: found.messages, next: found.nextCursor };
}

/**
 * How many messages there are behind the top of a list; more than SIZE are not counted.
 * @param {State} of
 * @param {number} top
 * @param {AbortSignal} signal
 */
export async function newer({ type }, top, signal) {
  const query = { from: top + 1, type, limit: SIZE + 1 };
  return (await get(MESSAGES, { query, signal })).messages.length;
}
