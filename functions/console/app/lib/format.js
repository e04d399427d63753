/** Numbers, sizes and names as text. */

import { Exact } from "./json.js";

const whole = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });
const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const small = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 4,
});
const plurals = new Intl.PluralRules("en-GB");

/** @param {number | Exact} value */
export function number(value) {
  return value instanceof Exact ? value.source : whole.format(value);
}

/**
 * A rate: `0`, `0.4`, `12.3`, `1,204`.
 * @param {number} value
 */
export function rate(value) {
  return value >= 100 ? whole.format(value) : short.format(value);
}

/**
 * `1 message`, `12 messages`.
 * @param {number} value
 * @param {string} one
 * @param {string} [other]
 */
export function count(value, one, other = `${one}s`) {
  return `${number(value)} ${plurals.select(value) === "one" ? one : other}`;
}

/** @param {number} value */
export function bytes(value) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${short.format(size)} ${units[unit]}`;
}

/**
 * Money: with cents, and with parts of a cent where there is less than a dollar.
 * @param {number} value
 */
export function dollars(value) {
  return (value > 0 && value < 1 ? small : money).format(value);
}

/**
 * A name that is too long for its place, cut in the middle.
 * @param {string} name
 * @param {number} most characters
 */
export function cut(name, most) {
  const characters = [...name];
  if (characters.length <= most) {
    return name;
  }
  const head = Math.ceil((most - 1) / 2);
  const tail = most - 1 - head;
  return `${characters.slice(0, head).join("")}…${characters.slice(-tail).join("")}`;
}

/**
 * What part of a bound is used, from 0 to 1.
 * @param {number} value
 * @param {number} bound
 */
export function share(value, bound) {
  return bound > 0 ? Math.min(1, Math.max(0, value / bound)) : 0;
}
