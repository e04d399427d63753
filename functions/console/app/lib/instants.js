/** Instants that are typed. */

import { zone } from "./time.js";

const DAY = "(\\d{4}-\\d\\d-\\d\\d)";
const TIME = "(\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,6})?)?)";
const OFFSET = "\\(?(Z|[+-]\\d\\d:\\d\\d)\\)?";
const INSTANT = new RegExp(`^${DAY}(?:[ T]${TIME})?(?: ?${OFFSET})?$`);

/**
 * An instant as the console shows it, in its zone where it names no offset; null: it is none.
 * @param {string} text such as 2026-11-18 14:03:00, also with (+01:00), or Z
 * @returns {string | null} as the API takes it
 */
export function readInstant(text) {
  const found = INSTANT.exec(text.trim());
  if (!found) {
    return null;
  }
  const [, day, time = "00:00", offset = zone.value === "utc" ? "Z" : ""] = found;
  const at = Date.parse(`${day}T${time}${offset}`);
  if (Number.isNaN(at)) {
    return null;
  }
  const micros = /\.\d{4,6}$/.exec(time)?.[0];
  const iso = new Date(at).toISOString();
  return micros === undefined ? iso : iso.replace(/\.\d{3}Z$/, `${micros}Z`);
}
