/** Asks again and again, at a pace that the server's own answers set. */

import { effect, signal } from "../vendor/signals.js";

/** Seconds between two rounds, at least: of cheap, of usual and of expensive answers. */
export const PACE = /** @type {const} */ ({ live: 5, steady: 15, heavy: 60 });
/** A round may take a twentieth of the time, so that a page keeps 5 % of a connection busy. */
const SHARE = 20;
const LONGEST_SECONDS = 300;
/** A database that sleeps takes up to 15 seconds to wake up: who waits for a first answer is asked
 * for so often, also where pages refresh by hand. */
const WAKES = 8;
const WAKE_SECONDS = 3;

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
 * @property {import("../vendor/signals.js").Signal<number | null>} next when the next round begins
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
 * Whether a failure may be that of a database that is asleep.
 * @param {any} failure
 */
export function sleeps(failure) {
  return failure?.status === 503 && failure.code === "DATABASE_UNAVAILABLE";
}

/** How long to wait for the next round, by what became of the last ones. */
class Waiting {
  #errors = 0;
  #wakes = 0;
  ms = 0;
  isWaking = false;

  /** @param {keyof typeof PACE} pace */
  constructor(pace) {
    this.pace = pace;
  }

  /** @param {number} roundMs */
  answered(roundMs) {
    this.#errors = 0;
    this.isWaking = false;
    this.ms = pause(this.pace, roundMs, 0, 0);
  }

  /**
   * @param {number} roundMs
   * @param {any} failure
   * @param {boolean} isFirst nothing was answered yet
   */
  failed(roundMs, failure, isFirst) {
    const retryAfter = Number(failure?.retryAfterSeconds) || 0;
    this.isWaking = isFirst && sleeps(failure) && this.#wakes < WAKES;
    if (this.isWaking) {
      this.#wakes += 1;
      this.ms = Math.max(WAKE_SECONDS, retryAfter) * 1000;
    } else {
      this.#errors += 1;
      this.ms = pause(this.pace, roundMs, this.#errors, retryAfter);
    }
  }
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
  const next = signal(/** @type {number | null} */ (null));
  const ending = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const waiting = new Waiting(pace);
  let ended = Number.NEGATIVE_INFINITY;
  /** @type {Promise<void> | null} */
  let running = null;

  const isWanted = () => attention.visible.value && attention.awake.value;
  const schedule = () => {
    clearTimeout(timer);
    next.value = null;
    if (!ending.signal.aborted && isWanted() && (attention.automatic.value || waiting.isWaking)) {
      const left = Math.max(0, ended + waiting.ms - performance.now());
      next.value = Date.now() + left;
      timer = setTimeout(refresh, left);
    }
  };

  async function round() {
    busy.value = true;
    const began = performance.now();
    try {
      const found = await load(ending.signal);
      if (ending.signal.aborted) {
        return;
      }
      ended = performance.now();
      waiting.answered(ended - began);
      data.value = found;
      at.value = Date.now();
      error.value = null;
    } catch (failure) {
      if (ending.signal.aborted) {
        return;
      }
      ended = performance.now();
      waiting.failed(ended - began, failure, data.value === null);
      error.value = failure;
    }
    busy.value = false;
    running = null;
    schedule();
  }

  function refresh() {
    clearTimeout(timer);
    if (ending.signal.aborted) {
      return Promise.resolve();
    }
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
    next,
    refresh,
    stop() {
      ending.abort();
      clearTimeout(timer);
      release();
    },
  };
}
