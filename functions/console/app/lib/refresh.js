/** Asks again and again, at a pace that the server's own answers set. */

import { effect, signal } from "../vendor/signals.js";

/** Seconds between two rounds, at least: of cheap, of usual and of expensive answers. */
export const PACE = /** @type {const} */ ({ live: 5, steady: 15, heavy: 60 });
/** A round may take a twentieth of the time, so that a page keeps 5 % of a connection busy. */
const SHARE = 20;
const LONGEST_SECONDS = 300;

/**
 * Whether anybody wants to know.
 * @typedef {object} Attention
 * @property {import("../vendor/signals.js").Signal<boolean>} visible the tab is in view
 * @property {import("../vendor/signals.js").Signal<boolean>} awake there was input lately
 * @property {import("../vendor/signals.js").Signal<boolean>} automatic neither paused nor by hand
 */

/**
 * @template T
 * @typedef {object} Poll
 * @property {import("../vendor/signals.js").Signal<T | null>} data the last answer
 * @property {import("../vendor/signals.js").Signal<unknown>} error of the last round, or null
 * @property {import("../vendor/signals.js").Signal<number | null>} at when the last answer came
 * @property {import("../vendor/signals.js").Signal<boolean>} busy
 * @property {() => Promise<void>} refresh
 * @property {() => void} stop
 */

/**
 * The milliseconds until the next round.
 * @param {keyof typeof PACE} pace
 * @param {number} roundMs how long the last round took
 * @param {number} errors in a row
 * @param {number} retryAfterSeconds what the server asked for
 */
export function pause(pace, roundMs, errors, retryAfterSeconds) {
  const usual = Math.max(PACE[pace] * 1000, SHARE * roundMs);
  const careful = Math.min(usual * 2 ** errors, Math.max(usual, LONGEST_SECONDS * 1000));
  return Math.max(careful, retryAfterSeconds * 1000);
}

/**
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {keyof typeof PACE} pace
 * @param {Attention} attention
 * @returns {Poll<T>}
 */
export function poll(load, pace, attention) {
  /** @type {import("../vendor/signals.js").Signal<T | null>} */
  const data = signal(null);
  const error = signal(/** @type {unknown} */ (null));
  const at = signal(/** @type {number | null} */ (null));
  const busy = signal(false);
  const ending = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let wait = 0;
  let errors = 0;
  let ended = Number.NEGATIVE_INFINITY;
  /** @type {Promise<void> | null} */
  let running = null;

  const isWanted = () => attention.visible.value && attention.awake.value;
  const schedule = () => {
    clearTimeout(timer);
    if (!ending.signal.aborted && isWanted() && attention.automatic.value) {
      timer = setTimeout(refresh, Math.max(0, ended + wait - performance.now()));
    }
  };

  async function round() {
    busy.value = true;
    const began = performance.now();
    let retryAfter = 0;
    try {
      const found = await load(ending.signal);
      if (ending.signal.aborted) {
        return;
      }
      data.value = found;
      at.value = Date.now();
      error.value = null;
      errors = 0;
    } catch (failure) {
      if (ending.signal.aborted) {
        return;
      }
      error.value = failure;
      errors += 1;
      retryAfter = Number(/** @type {any} */ (failure)?.retryAfterSeconds) || 0;
    }
    ended = performance.now();
    wait = pause(pace, ended - began, errors, retryAfter);
    busy.value = false;
    running = null;
    schedule();
  }

  function refresh() {
    clearTimeout(timer);
    running ??= round();
    return running;
  }

  refresh();
  const release = effect(() => {
    isWanted();
    attention.automatic.value;
    if (running === null) {
      schedule();
    }
  });
  return {
    data,
    error,
    at,
    busy,
    refresh,
    stop() {
      ending.abort();
      clearTimeout(timer);
      release();
    },
  };
}
