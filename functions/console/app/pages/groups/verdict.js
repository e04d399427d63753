/** What is wrong with a group, in a word: whether nobody asks, or nothing gets done. */

import { now, toMs } from "../../lib/time.js";

/** @typedef {import("../../lib/types").GroupRow} Row */

/** After so long, what waits is late, and who did nothing is silent. */
const LONG_SECONDS = 300;

/** @param {string | null} at */
function isLongAgo(at) {
  return at === null || now.value - toMs(at) > LONG_SECONDS * 1000;
}

/**
 * A pop that finds nothing leaves no trace. Where messages wait it finds some, so silence says that
 * nobody asks.
 * @param {Row} of
 * @returns {{word: string, tone: string, words: string}}
 */
export function verdict(of) {
  if (of.pausedAt !== null) {
    return { word: "paused", tone: "yellow", words: "Its pops find nothing until it is resumed." };
  }
  if (of.totalLag === 0) {
    return { word: "ok", tone: "plain", words: "Nothing is left to do." };
  }
  if (of.maxTimeLag <= LONG_SECONDS) {
    return { word: "ok", tone: "plain", words: "Nothing waits for longer than five minutes." };
  }
  if (isLongAgo(of.lastPopAt)) {
    return {
      word: "nobody asks",
      tone: "red",
      words: "Messages wait, and for five minutes no pop of this group was handed any.",
    };
  }
  if (isLongAgo(of.lastConsumedAt)) {
    return {
      word: "nothing done",
      tone: "red",
      words: "Consumers take messages, and for five minutes they completed none.",
    };
  }
  return { word: "behind", tone: "orange", words: "It works, and is behind by more than minutes." };
}
