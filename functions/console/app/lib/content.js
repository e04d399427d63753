/** The content of a payload in other forms: text, hexadecimal, decoded base64 and gzip. */

import { stringify } from "./json.js";

/** The forms, in their order. */
export const FORMS = /** @type {[string, string][]} */ ([
  ["json", "JSON"],
  ["tree", "tree"],
  ["text", "text"],
  ["hex", "hexadecimal"],
  ["base64", "decoded base64"],
  ["gzip", "decoded base64, unpacked gzip"],
]);

/** So much of what is packed is unpacked: a few bytes can hold gigabytes. */
const MOST_UNPACKED = 4 * 1024 * 1024;
const IN_A_ROW = 16;

/**
 * A payload in one form: as text, with its size in bytes; or why it has none.
 * @param {string} form
 * @param {unknown} data
 * @returns {Promise<{text: string, size: number, problem?: string}>}
 */
export async function inForm(form, data) {
  const plain = typeof data === "string" ? data : stringify(data);
  const bytes = new TextEncoder().encode(plain);
  if (form === "hex") {
    return { text: hex(bytes), size: bytes.length };
  }
  if (form !== "base64" && form !== "gzip") {
    return { text: plain, size: bytes.length };
  }
  const packed = typeof data === "string" ? fromBase64(data) : null;
  if (packed === null) {
    return { text: "", size: 0, problem: "The payload is no base64 text." };
  }
  if (form === "base64") {
    return { text: readable(packed), size: packed.length };
  }
  return unpacked(packed);
}

/**
 * Bytes as a text, or in hexadecimal where they are none.
 * @param {Uint8Array} bytes
 */
function readable(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return hex(bytes);
  }
}

/**
 * Lines of offset, bytes, and what of them is ASCII.
 * @param {Uint8Array} bytes
 */
export function hex(bytes) {
  const lines = [];
  for (let from = 0; from < bytes.length; from += IN_A_ROW) {
    const row = [...bytes.subarray(from, from + IN_A_ROW)];
    const digits = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const signs = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : "."));
    const offset = from.toString(16).padStart(8, "0");
    lines.push(`${offset}  ${digits.padEnd(3 * IN_A_ROW - 1)}  ${signs.join("")}`);
  }
  return lines.join("\n");
}

/**
 * @param {string} text base64, of the usual alphabet or that of addresses
 * @returns {Uint8Array<ArrayBuffer> | null}
 */
export function fromBase64(text) {
  const usual = text.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(usual)) {
    return null;
  }
  try {
    return Uint8Array.from(atob(usual), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} packed
 * @returns {Promise<{text: string, size: number, problem?: string}>}
 */
async function unpacked(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  try {
    while (size < MOST_UNPACKED) {
      const { value, done } = await reader.read();
      if (done) {
        break;
      }
      parts.push(value);
      size += value.length;
    }
  } catch {
    return { text: "", size: 0, problem: "The decoded bytes are not packed by gzip." };
  }
  await reader.cancel();
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return { text: readable(bytes), size };
}

/**
 * The path to a field, as the filter of messages takes it: a dot within a name is `\.`.
 * @param {(string | number)[]} names
 */
export function pathOf(names) {
  return names.map((name) => String(name).replaceAll(".", "\\.")).join(".");
}
