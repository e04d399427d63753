/** How long messages wait, in steps: those of the heat map. */

import { duration } from "../../lib/time.js";

/** Where each begins, in seconds. */
const BEGINS = [0, 1, 10, 60, 600, 3_600, 21_600, 86_400];

/** The last one first, as a heat map has them from its top. */
export const PLACES = BEGINS.map((_, place) => place).reverse();

/** @param {number} place */
export function bucketName(place) {
  const begin = BEGINS[place] ?? 0;
  const end = BEGINS[place + 1];
  if (end === undefined) {
    return `${duration(begin)} and more`;
  }
  return begin === 0 ? `under ${duration(end)}` : `${duration(begin)} to ${duration(end)}`;
}

/**
 * What a query has for a bucket; nothing for none.
 * @param {number} place
 */
export function bucketBounds(place) {
  const begin = BEGINS[place];
  return begin === undefined ? {} : { atLeastSeconds: begin, belowSeconds: BEGINS[place + 1] };
}
