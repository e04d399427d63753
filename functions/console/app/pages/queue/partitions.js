/** The partitions of a queue, with what each group has left there, or how one of them stands. */

import { get } from "../../lib/api.js";
import { partitionHref } from "../../lib/links.js";
import { go } from "../../lib/url.js";
import { asCurl } from "../../ui/copy.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";
import { columnsOfAll, columnsOfOne } from "./columns.js";
import { Filters, standingIn } from "./filters.js";

/** @typedef {import("../../lib/types").Queue} Queue */
/** @typedef {import("../../lib/types").PartitionRow} Row */
/** @typedef {import("./page.js").State} State */

/** @param {{of: Queue, state: State, set: (changes: Partial<State>) => void}} props */
export function Partitions({ of, state, set }) {
  const queue = of.name;
  const { group, partition, from, sort } = state;
  return h("div", {}, [
    h(Filters, { of, state, set }),
    h(KeysetTable, {
      label: `Partitions of ${queue}`,
      columns: group === "" ? columnsOfAll : columnsOfOne(group),
      inputs: [queue, group, state.state, partition, from, sort],
      rowKey: (/** @type {Row} */ row) => row.id,
      open: (/** @type {Row} */ row) => go(partitionHref(row, group)),
      load: async (cursor, signal) => {
        const found = await get("/api/v1/resources/partitions", {
          query: {
            queue,
            group,
            state: state.state,
            name: partition,
            from: cursor === null ? from : null,
            sort,
            limit: 100,
            cursor,
          },
          signal,
        });
        return { rows: found.partitions, nextCursor: found.nextCursor, total: found.total };
      },
      empty: () => h(Nothing, { queue, state, set }),
    }),
  ]);
}

/** @param {{queue: string, state: State, set: (changes: Partial<State>) => void}} props */
function Nothing({ queue, state, set }) {
  const { group, partition, from, sort } = state;
  /** @type {[string, string][]} */
  const asked = [
    ["group", group],
    ["state", state.state],
    ["name", partition],
    ["starting at", from],
    ["sort", sort === "name" ? "" : sort],
  ];
  const told = asked.filter(([, value]) => value !== "");
  if (told.length === 0) {
    const items = [{ queue, partition: "customer-1", payload: {} }];
    return h(
      Empty,
      {
        title: "No partition yet",
        code: asCurl({ method: "POST", path: "/api/v1/push", body: { items } }),
      },
      "The first push into a partition makes it.",
    );
  }
  return h("div", { class: "empty" }, [
    h("p", { class: "strong" }, "No partition fits"),
    h("p", { class: "muted" }, told.map(([key, value]) => `${key}: ${value}`).join(" · ")),
    h(
      "button",
      { type: "button", onClick: () => set({ ...standingIn("", ""), partition: "" }) },
      "Clear the filters",
    ),
  ]);
}
