/** How a group subscribed, as a badge: NEW green, ALL blue, TIMESTAMP yellow. */

import { absolute } from "../../lib/time.js";
import { Badge } from "../../ui/badge.js";
import { h } from "../../vendor/preact.js";

/** @type {Record<string, string>} */
const TONES = { new: "green", all: "blue", timestamp: "yellow" };

/** @param {{mode: string | null}} props */
export function Mode({ mode }) {
  return mode === null
    ? h("span", { class: "muted" }, "–")
    : h(Badge, { tone: TONES[mode] ?? "plain" }, mode.toUpperCase());
}

/**
 * What a subscription gets. The instant of `all` is 1970's, and says nothing.
 * @param {string} mode
 * @param {string | null} timestamp
 */
export function promise(mode, timestamp) {
  if (mode === "all" || timestamp === null) {
    return "Gets every message that is kept, from the beginning.";
  }
  return mode === "new"
    ? `Gets messages pushed after ${absolute(timestamp)}, in partitions that came later too.`
    : `Gets messages pushed at ${absolute(timestamp)} or later.`;
}
