/** What pages use of the library: a poll that ends with its page, an action with its outcome. */

import { poll } from "../lib/refresh.js";
import { useEffect, useMemo } from "../vendor/hooks.js";
import { signal } from "../vendor/signals.js";
import { attention } from "./attention.js";

/** The polls of the page in view, for the refresh button and the header's age. */
export const polls = signal(/** @type {import("../lib/refresh.js").Poll<any>[]} */ ([]));

/**
 * Keep asking while the component is there. Other `inputs` begin anew.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {keyof typeof import("../lib/refresh.js").PACE} pace
 * @param {unknown[]} inputs
 * @param {import("../lib/refresh.js").Attention} [attentive]
 */
export function usePoll(load, pace, inputs, attentive = attention) {
  const running = useMemo(() => poll(load, pace, attentive), inputs);
  useEffect(() => {
    polls.value = [...polls.peek(), running];
    return () => {
      running.stop();
      polls.value = polls.peek().filter((each) => each !== running);
    };
  }, [running]);
  return running;
}

export function refreshAll() {
  for (const each of polls.peek()) {
    each.refresh();
  }
}
