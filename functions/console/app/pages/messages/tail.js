/** A live tail: what comes into one queue, while somebody looks. */

import { get } from "../../lib/api.js";
import { Following, KEPT_ROWS } from "../../lib/following.js";
import { count, number } from "../../lib/format.js";
import { now } from "../../lib/time.js";
import { attention } from "../../ui/attention.js";
import { Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { useMemo } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { computed, signal } from "../../vendor/signals.js";
import { asked } from "./filters.js";
import { Body, ROUTE, SIZE } from "./list.js";
import { Nothing } from "./nothing.js";

/** @typedef {import("./list.js").Row} Row */
/** @typedef {import("./filters.js").State} State */

/** @param {{state: State, set: import("./filters.js").Set}} props */
export function Tail({ state, set }) {
  const following = useMemo(() => /** @type {Following<Row>} */ (new Following()), []);
  const paused = useMemo(() => signal(false), []);
  const attentive = useMemo(
    () => ({
      ...attention,
      automatic: computed(() => attention.automatic.value && !paused.value),
    }),
    [],
  );
  const poll = usePoll(
    async (leaving) => {
      const query = { ...asked(state, now.peek()), limit: SIZE };
      const found = await get(ROUTE, { query, signal: leaving });
      following.take(found.messages, found.nextCursor !== null);
      return { rows: following.rows, came: following.came, gaps: following.gaps };
    },
    "live",
    [],
    attentive,
  );
  return h(Polled, {
    poll,
    children: (/** @type {{rows: Row[], came: number, gaps: number}} */ of) => [
      h("p", { class: "actions" }, [
        h("span", { role: "status" }, said(of, paused.value)),
        h(
          "button",
          {
            type: "button",
            "aria-pressed": paused.value,
            onClick: () => {
              paused.value = !paused.value;
            },
          },
          paused.value ? "Go on" : "Pause",
        ),
      ]),
      of.gaps > 0 && h("p", { class: "note yellow", role: "status" }, missed(of.gaps)),
      h(Body, {
        rows: of.rows,
        state,
        set,
        refresh: poll.refresh,
        nothing: h(Nothing, { state, set, hasMore: false }),
      }),
    ],
  });
}

/**
 * @param {{rows: Row[], came: number}} of
 * @param {boolean} isPaused
 */
function said({ rows, came }, isPaused) {
  const kept = rows.length === KEPT_ROWS ? ` The newest ${number(KEPT_ROWS)} stay.` : "";
  return `${isPaused ? "Paused" : "Following"}: ${number(came)} came.${kept}`;
}

/** @param {number} gaps */
function missed(gaps) {
  return (
    `${count(gaps, "look", "looks")} found nothing but new messages, ${SIZE} of them: others that came` +
    " before these are missing here. The list without the tail has all."
  );
}
