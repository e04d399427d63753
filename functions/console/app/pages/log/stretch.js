/** A list that is read on by hand: bytes bound its pages, so that a short one need not be the last. */

import { number } from "../../lib/format.js";
import { usePoll } from "../../ui/use.js";
import { useRef } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/**
 * @template T
 * @typedef {{rows: T[], next: string | null}} Stretch
 */

/**
 * Reads the first page, and each that was asked for since. Each round reads all of them.
 * @template T
 * @param {(cursor: string | null, signal: AbortSignal) => Promise<Stretch<T>>} load
 * @param {keyof typeof import("../../lib/refresh.js").PACE} pace
 */
export function useStretch(load, pace) {
  const wanted = useRef(1);
  const poll = usePoll(
    async (signal) => {
      /** @type {T[]} */
      const rows = [];
      /** @type {string | null} */
      let next = null;
      for (let read = 0; read < wanted.current; read += 1) {
        const page = await load(next, signal);
        rows.push(...page.rows);
        next = page.next;
        if (next === null) {
          break;
        }
      }
      return { rows, next };
    },
    pace,
    [],
  );
  const goOn = async () => {
    if (poll.busy.peek()) {
      await poll.refresh(); // a round that runs already does not know of the next page
    }
    wanted.current += 1;
    await poll.refresh();
  };
  return { poll, goOn };
}

/** @param {{of: Stretch<any>, busy: boolean, goOn: () => void}} props */
export function Foot({ of, busy, goOn }) {
  return h("p", { class: "foot muted small" }, [
    of.next === null ? `${number(of.rows.length)} in all.` : `${number(of.rows.length)} read.`,
    " ",
    of.next !== null && h("button", { type: "button", disabled: busy, onClick: goOn }, "Go on"),
  ]);
}
