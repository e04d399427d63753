/** Requests and rows as text to take along: curl, CSV. A token is never in it. */

import { stringify } from "./json.js";

/** @typedef {{method: string, path: string, body?: unknown}} Request */

/**
 * A text as one word of a POSIX shell.
 * @param {string} text
 */
export function quoted(text) {
  return /^[\w@%+=:,./?-]+$/.test(text) && !text.includes("?")
    ? text
    : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A request as a command. `$TOKEN` stands for the token.
 * @param {Request} request
 * @param {{origin: string, withToken: boolean}} where
 */
export function curl(request, { origin, withToken }) {
  const words = ["curl -s"];
  if (request.method !== "GET") {
    words.push(`-X ${request.method}`);
  }
  words.push(quoted(origin + request.path));
  if (withToken) {
    words.push('-H "authorization: Bearer $TOKEN"');
  }
  if (request.body !== undefined) {
    words.push("-H 'content-type: application/json'", `-d ${quoted(stringify(request.body))}`);
  }
  return words.join(" ");
}

/**
 * Rows as CSV, for a spreadsheet: a cell that it would take for a formula is marked as text.
 * @param {string[]} titles
 * @param {unknown[][]} rows
 */
export function csv(titles, rows) {
  return [titles, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** @param {unknown} value */
function cell(value) {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
