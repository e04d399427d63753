/** The verdicts of the lag job, and when a backlog will be done, in words. */

import { duration } from "../../lib/time.js";
import { Badge } from "../../ui/badge.js";
import { h } from "../../vendor/preact.js";

/** @typedef {"rewound" | "stopped" | "stalled" | "warning" | "ok"} Verdict */

/** From the worst to the mildest. */
export const VERDICTS = /** @type {const} */ (["rewound", "stopped", "stalled", "warning", "ok"]);

/** @type {Record<Verdict, string>} */
const TONES = { rewound: "yellow", stopped: "red", stalled: "red", warning: "orange", ok: "plain" };

/** @type {Record<Verdict, string>} */
const WORDS = {
  rewound: "The cursor went back, and has not caught up yet.",
  stopped: "Nothing was done over the whole window, and nobody came.",
  stalled: "Nothing was done over the whole window, though messages were handed out or are held.",
  warning: "Something was done, but from no snapshot to the next did the lag fall.",
  ok: "There is no lag, or it falls.",
};

/** @param {{of: Verdict, children?: any}} props */
export function Judged({ of, children }) {
  return h("span", { title: WORDS[of] }, h(Badge, { tone: TONES[of] }, children ?? of));
}

/**
 * How long a backlog lasts at the rates that were measured.
 * @param {{offsetLag: number, arrivalPerSecond: number | null, secondsToDrain: number | null}} row
 */
export function drain({ offsetLag, arrivalPerSecond, secondsToDrain }) {
  if (offsetLag === 0) {
    return "–";
  }
  if (secondsToDrain !== null) {
    return duration(secondsToDrain);
  }
  return arrivalPerSecond === null ? "not known yet" : "never, at this rate";
}
