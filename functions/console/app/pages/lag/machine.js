/** The time machine over the lag job's snapshots: the lists as of one, and what changed between two. */

import { get } from "../../lib/api.js";
import { Instant } from "../../ui/instant.js";
import { Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { Between } from "../parts/machine/between.js";
import { inOrder, Sliders } from "../parts/machine/sliders.js";
import { Changes } from "./changes.js";

/**
 * @typedef {import("../../lib/types").Answer<typeof ROUTE>["snapshots"]} Snapshots
 * @typedef {import("./page.js").State} State
 * @typedef {import("./page.js").SetState} SetState
 */

const ROUTE = "/api/v1/analytics/lag/snapshots";
const MOST = 1_000;

/** @param {{state: State, set: SetState}} props */
export function Machine({ state, set }) {
  const poll = usePoll(
    async (signal) => (await get(ROUTE, { query: { limit: MOST }, signal })).snapshots,
    "heavy",
    [],
  );
  return h(Polled, {
    poll,
    children: (/** @type {Snapshots} */ found) =>
      found.length < 2 ? null : h(Snapshots, { found: found.toReversed(), state, set }),
  });
}

/** @param {{found: Snapshots, state: State, set: SetState}} props */
function Snapshots({ found, state, set }) {
  const { at, versus } = state;
  const kept = found.find((each) => each.partitionsKept);
  const [from, to] = inOrder(at, versus);
  return h(
    Sliders,
    {
      instants: found.map((each) => each.capturedAt),
      state,
      // A bucket is a cell of the heat map: of one snapshot.
      set: (changes, how) => set(changes.at === "" ? { ...changes, bucket: -1 } : changes, how),
    },
    [
      h("p", { class: "muted small" }, [
        "Groups and queues are kept since ",
        h(Instant, { at: found[0]?.capturedAt ?? null, only: "clock" }),
        ", partitions ",
        kept ? ["since ", h(Instant, { at: kept.capturedAt, only: "clock" })] : "of no snapshot",
        ".",
      ]),
      versus !== "" && [
        h(Changes, { from, to, key: "changes" }),
        h(Between, { from, to, key: `${from} ${to}` }),
      ],
    ],
  );
}
