/** Members: who reads which partitions of a topic, since which generation, who is silent? */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { asCurl } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";
import { OneGroup, TONES } from "./group.js";

/** @typedef {import("../../lib/types").MemberGroupRow} Row */
/** @typedef {{group: string}} State */

/** @type {import("../index.js").Page} */
export const page = { state: { group: "" }, View };

const LIMIT = 100;

/** @param {{state: State, set: (changes: Partial<State>) => void}} props */
function View({ state }) {
  if (state.group !== "") {
    return h(OneGroup, { group: state.group, key: state.group });
  }
  return h("div", {}, [
    h("h1", {}, "Members"),
    h("p", { class: "lead" }, "Groups whose partitions are dealt out among their members."),
    h(KeysetTable, {
      label: "Groups with members",
      columns: COLUMNS,
      inputs: [],
      size: LIMIT,
      rowKey: (/** @type {Row} */ row) => row.groupId,
      load: async (cursor, signal) => {
        const query = { limit: LIMIT, after: cursor };
        const rows = await get("/api/v1/metadata/consumer-groups", { query, signal });
        const last = rows.length === LIMIT ? (rows.at(-1)?.groupId ?? null) : null;
        return { rows, nextCursor: last, total: null };
      },
      empty: () =>
        h(
          Empty,
          {
            title: "No group with members yet",
            code: asCurl({
              method: "POST",
              path: "/api/v1/metadata/topics",
              body: { topic: "orders", partitions: 4 },
            }),
          },
          "Members share the partitions of a topic. Make a topic, then join a group of it.",
        ),
    }),
  ]);
}

/** @type {import("../../ui/table.js").Column<Row>[]} */
const COLUMNS = [
  {
    title: "Group",
    value: (row) => row.groupId,
    cell: (row) =>
      h(Name, { name: row.groupId, href: href("members", { group: row.groupId }), most: 48 }),
  },
  {
    title: "Topic",
    value: (row) => row.topic,
    cell: (row) => h(Name, { name: row.topic, href: href("queue", { name: row.topic }), most: 32 }),
  },
  {
    title: "State",
    value: (row) => row.state,
    cell: (row) => h(Badge, { tone: TONES[row.state] }, row.state.replaceAll("_", " ")),
  },
  {
    title: "Members",
    align: "end",
    value: (row) => row.memberCount,
    cell: (row) => number(row.memberCount),
  },
  {
    title: "Generation",
    align: "end",
    value: (row) => row.generation,
    cell: (row) => number(row.generation),
  },
  {
    title: "Changed",
    value: (row) => row.lastModifiedAt,
    cell: (row) => h(Instant, { at: row.lastModifiedAt }),
  },
];
