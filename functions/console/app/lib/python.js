/** JSON as the Python literals of a program that is to be copied. */

import { Exact } from "./json.js";

const WIDTH = 88;
/** Signs that change how a program is shown, or are not seen in it. */
const UNSEEN = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * A text; what JSON escapes means the same in Python.
 * @param {string} text
 */
export function pythonText(text) {
  return JSON.stringify(text).replace(
    UNSEEN,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * @param {unknown} value
 * @param {string} [before] what its further lines begin with
 * @returns {string}
 */
export function python(value, before = "") {
  if (value instanceof Exact) {
    return value.source;
  }
  if (value === null || value === undefined) {
    return "None";
  }
  if (typeof value === "boolean") {
    return value ? "True" : "False";
  }
  if (typeof value === "string") {
    return pythonText(value);
  }
  if (typeof value !== "object") {
    return String(value);
  }
  const deeper = `${before}    `;
  const parts = Array.isArray(value)
    ? value.map((each) => python(each, deeper))
    : Object.entries(value).map(([key, each]) => `${pythonText(key)}: ${python(each, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const line = open + parts.join(", ") + close;
  return parts.length === 0 || (before.length + line.length <= WIDTH && !line.includes("\n"))
    ? line
    : `${open}\n${deeper}${parts.join(`,\n${deeper}`)},\n${before}${close}`;
}

/**
 * The arguments of a call, a line each.
 * @param {[string, unknown][]} named
 * @param {string} before
 */
export function pythonArguments(named, before) {
  return named
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => `${before}${name}=${python(value, before)},\n`)
    .join("");
}
