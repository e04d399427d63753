/** JSON with exact numbers: a number that JavaScript would round keeps the text that it came as. */

/** A number as its source wrote it, such as 9007199254740993. */
export class Exact {
  /** @param {string} source */
  constructor(source) {
    this.source = source;
  }

  toString() {
    return this.source;
  }
}

/** @typedef {null | boolean | number | string | Exact | Json[] | {[key: string]: Json}} Json */

/** Digits that a double keeps in any case. */
const SURE_DIGITS = 15;

/**
 * @param {string} text
 * @returns {any}
 */
export function parse(text) {
  // The third argument is younger than TypeScript's description of JSON.parse.
  const revive = /** @type {any} */ (
    /** @param {string} _key @param {unknown} value @param {{source?: string}} context */
    (_key, value, context) =>
      typeof value === "number" && isRounded(value, context?.source)
        ? new Exact(/** @type {string} */ (context.source))
        : value
  );
  return JSON.parse(text, revive);
}

/**
 * Whether a number lost digits.
 * @param {number} value
 * @param {string | undefined} source
 */
function isRounded(value, source) {
  if (source === undefined || String(value) === source) {
    return false;
  }
  const digits = source.replace(/e.*$/i, "").replace(/\D/g, "").replace(/^0+/, "");
  return digits.length > SURE_DIGITS;
}

/**
 * The text of a value, with exact numbers as they came.
 * @param {unknown} value
 * @param {number} [indent] spaces; 0 for one line
 * @returns {string}
 */
export function stringify(value, indent = 0) {
  return written(value, indent, "");
}

/**
 * @param {unknown} value
 * @param {number} indent
 * @param {string} before
 * @returns {string}
 */
function written(value, indent, before) {
  if (value instanceof Exact) {
    return value.source;
  }
  if (value === null || typeof value !== "object") {
    return JSON.stringify(value) ?? "null";
  }
  const deeper = before + " ".repeat(indent);
  const colon = indent ? ": " : ":";
  const parts = Array.isArray(value)
    ? value.map((each) => written(each, indent, deeper))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([key, each]) => JSON.stringify(key) + colon + written(each, indent, deeper));
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (parts.length === 0) {
    return `${open}${close}`;
  }
  return indent
    ? `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${before}${close}`
    : `${open}${parts.join(",")}${close}`;
}
