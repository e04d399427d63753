/** What the page shows where no message fits. */

import { get } from "../../lib/api.js";
import { href } from "../../lib/url.js";
import { asCurl } from "../../ui/copy.js";
import { Empty } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { Deleted } from "../parts/deleted.js";
import { CLEARED, told } from "./filters.js";

const FIRST = {
  items: [{ queue: "orders", partition: "customer-1", payload: { total: 12 } }],
};

/**
 * @param {{state: import("./filters.js").State, set: import("./filters.js").Set,
 *   hasMore: boolean}} props
 */
export function Nothing({ state, set, hasMore }) {
  const words = told(state);
  if (words.length === 0) {
    return h(
      Empty,
      {
        title: "No message is kept",
        code: asCurl({ method: "POST", path: "/api/v1/push", body: FIRST }),
      },
      ["None was pushed, or retention deleted them. ", h("a", { href: href("push") }, "Push one")],
    );
  }
  return h("div", { class: "empty" }, [
    h("p", { class: "strong" }, hasMore ? "No message fits so far" : "No message fits"),
    h("p", { class: "muted" }, words.join(" · ")),
    state.partition !== "" && h(BeforeTail, { queue: state.queue, partition: state.partition }),
    h("button", { type: "button", onClick: () => set(CLEARED) }, "Clear the filters"),
  ]);
}

/** @param {{queue: string, partition: string}} props */
function BeforeTail({ queue, partition }) {
  const poll = usePoll(
    async (signal) => {
      const query = { queue, from: partition, limit: 1 };
      const { partitions } = await get("/api/v1/resources/partitions", { query, signal });
      return partitions[0]?.name === partition ? partitions[0].tail : 0;
    },
    "heavy",
    [queue, partition],
  );
  const tail = poll.data.value ?? 0;
  return tail > 0 && h(Deleted, { queue, tail });
}
