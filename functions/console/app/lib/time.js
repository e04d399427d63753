/** Instants and durations as text. No other file formats dates. */

import { computed, signal } from "../vendor/signals.js";

/** Which zone all instants are shown in: `local` or `utc`. */
export const zone = signal("local");

/** How far the server's clock is ahead of this machine's, in milliseconds. */
export const skew = signal(0);

/** What time it is for the server; changes every second while somebody looks. */
export const now = signal(Date.now());

/** @param {string | null} dateHeader of an answer that came just now */
export function learn(dateHeader) {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN;
  if (!Number.isNaN(server)) {
    // The header has whole seconds: half of one is as right as it gets.
    const found = server + 500 - Date.now();
    skew.value = Math.abs(found) < 1_500 ? 0 : found;
  }
}

export function tick() {
  now.value = Date.now() + skew.peek();
}

const formats = computed(() => {
  const timeZone = zone.value === "utc" ? "UTC" : undefined;
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  });
});

/**
 * @param {number} instant
 * @returns {Record<string, string>}
 */
function parts(instant) {
  return Object.fromEntries(
    formats.value.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
}

/** @param {Record<string, string>} of */
function offset(of) {
  return (of.timeZoneName ?? "").replace("GMT", "") || "+00:00";
}

/**
 * 2026-11-18 14:03:00 (+01:00)
 * @param {string | number} instant
 */
export function absolute(instant) {
  const of = parts(toMs(instant));
  return `${of.year}-${of.month}-${of.day} ${of.hour}:${of.minute}:${of.second} (${offset(of)})`;
}

/**
 * 14:03:00, with the date where it is not today's.
 * @param {string | number} instant
 */
export function clock(instant) {
  const of = parts(toMs(instant));
  const today = parts(now.value);
  const day = `${of.year}-${of.month}-${of.day}`;
  const same = day === `${today.year}-${today.month}-${today.day}`;
  const time = `${of.hour}:${of.minute}:${of.second}`;
  return same ? time : `${day} ${time}`;
}

/**
 * 14:03, for an axis; at midnight the day.
 * @param {number} instant
 */
export function hourMinute(instant) {
  const of = parts(instant);
  return of.hour === "00" && of.minute === "00"
    ? `${of.month}-${of.day}`
    : `${of.hour}:${of.minute}`;
}

/** The offset from UTC that instants are shown with now. */
export function zoneName() {
  return zone.value === "utc" ? "UTC" : `UTC${offset(parts(now.value))}`;
}

/** @param {string | number} instant */
export function toMs(instant) {
  return typeof instant === "number" ? instant : Date.parse(instant);
}

/**
 * The instant a microsecond after one that the server told, in its form.
 * @param {string} instant
 */
export function after(instant) {
  const [, whole = "", micros = "0"] = /^(.*)\.(\d{6})Z$/.exec(instant) ?? [];
  return micros === "999999"
    ? new Date(toMs(`${whole}.000Z`) + 1_000).toISOString()
    : `${whole}.${String(Number(micros) + 1).padStart(6, "0")}Z`;
}

/**
 * How long ago, or in how long: `4 m 12 s ago`, `in 3 s`.
 * @param {string | number} instant
 */
export function relative(instant) {
  const seconds = (now.value - toMs(instant)) / 1000;
  if (Math.abs(seconds) < 1) {
    return "now";
  }
  return seconds > 0 ? `${duration(seconds)} ago` : `in ${duration(-seconds)}`;
}

const UNITS = /** @type {const} */ ([
  [86_400, "d"],
  [3_600, "h"],
  [60, "m"],
  [1, "s"],
]);

/**
 * The two largest units: `4 m 12 s`, `2 d 3 h`, `0.4 s`.
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds < 10) {
    const short = Math.round(seconds * 10) / 10;
    return `${short} s`;
  }
  let left = Math.round(seconds);
  const told = [];
  for (const [size, name] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0 || told.length > 0) {
      told.push([count, name]);
    }
    if (told.length === 2) {
      break;
    }
  }
  return told
    .filter(([count], place) => place === 0 || count !== 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(" ");
}

const months = new Intl.DateTimeFormat("en-GB", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** @param {Date} at */
export function monthInWords(at) {
  return months.format(at);
}
