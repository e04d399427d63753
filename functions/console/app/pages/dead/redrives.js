/** Redrives that the server carries: their routes, and which of them the page shows. */

import { now, toMs } from "../../lib/time.js";
import { signal } from "../../vendor/signals.js";

/** One letter, or a few, at once. */
export const ROUTE = "/api/v1/dlq/redrive";
export const REDRIVES = "/api/v1/dlq/redrives";
export const ONE = "/api/v1/dlq/redrives/{id}";
export const STOP = "/api/v1/dlq/redrives/{id}/stop";

/** @typedef {import("../../lib/types").Answer<"/api/v1/dlq/redrives">["redrives"][number]} Redrive */

/** One that ended stays in view for so long, also in a tab that is opened then. */
const SHOWN_MS = 10 * 60_000;

const dismissed = signal(/** @type {string[]} */ ([]));

/** @param {string} id */
export function dismiss(id) {
  dismissed.value = [...dismissed.peek(), id];
}

/** @param {Redrive[]} all */
export function inView(all) {
  return all.filter(
    (each) =>
      !dismissed.value.includes(each.id) &&
      (each.status === "running" || now.peek() - toMs(each.changedAt) < SHOWN_MS),
  );
}
