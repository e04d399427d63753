/** Ask why a partition does not move: by its names, or by its id where these have slashes. */

import { address, get } from "../../lib/api.js";

/** @typedef {import("../../lib/types").Explanation} Explanation */
/** @typedef {{queue: string, name: string, id: string}} Which */

const BY_NAMES = "/api/v1/resources/queues/{queue}/partitions/{partition}/explain";
const BY_ID = "/api/v1/resources/partitions/{id}/explain";

/**
 * @param {Which} which
 * @param {string} group
 * @param {AbortSignal} [signal]
 * @returns {Promise<Explanation>}
 */
export function explain({ queue, name, id }, group, signal) {
  const query = { group };
  const more = signal ? { signal } : {};
  return id
    ? get(BY_ID, { path: { id }, query, ...more })
    : get(BY_NAMES, { path: { queue, partition: name }, query, ...more });
}

/**
 * The address of that question.
 * @param {Which} which
 * @param {string} group
 */
export function explainAddress({ queue, name, id }, group) {
  const query = { group };
  return id
    ? address(BY_ID, { path: { id }, query })
    : address(BY_NAMES, { path: { queue, partition: name }, query });
}
