/** Months, in UTC: their names as an address has them, `2026-11`, and their first and last days. */

import { monthInWords } from "./time.js";

/**
 * The names of months, this one first.
 * @param {number} now in milliseconds
 * @param {number} many
 */
export function monthsBack(now, many) {
  const date = new Date(now);
  return Array.from({ length: many }, (_, back) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}

/** @param {string} month */
export function monthName(month) {
  return monthInWords(first(month));
}

/**
 * What a query has for a month; for the present one nothing, which is the month so far.
 * @param {string} month
 */
export function span(month) {
  if (month === "") {
    return {};
  }
  const from = first(month);
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1) - 1);
  return { from: from.toISOString(), to: last.toISOString() };
}

/** @param {string} month */
function first(month) {
  return new Date(`${month}-01T00:00:00Z`);
}
