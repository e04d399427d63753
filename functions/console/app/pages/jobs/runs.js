/** The runs of a job: when, with which verdict, and what they say of themselves. */

import { address, get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { duration, toMs } from "../../lib/time.js";
import { Badge } from "../../ui/badge.js";
import { CurlButton } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Empty } from "../../ui/states.js";
import { KeysetTable } from "../../ui/table.js";
import { h } from "../../vendor/preact.js";

const ROUTE = "/api/v1/jobs/{job}/runs";

/** @typedef {import("../../lib/types").Answer<typeof ROUTE>["runs"][number]} Run */

/** @type {Record<Run["verdict"], string>} */
const TONES = { running: "blue", ok: "green", failed: "red", lost: "orange" };

/** @param {{of: Run}} props */
export function Verdict({ of }) {
  return h(Badge, { tone: TONES[of.verdict] }, of.verdict);
}

/** @param {{job: string}} props */
export function Runs({ job }) {
  const path = { job };
  return h("div", {}, [
    h(KeysetTable, {
      label: `Runs of ${job}`,
      pace: "heavy",
      columns: COLUMNS,
      inputs: [job],
      rowKey: (/** @type {Run} */ run) => run.id,
      load: async (cursor, signal) => {
        const found = await get(ROUTE, { path, query: { limit: 100, cursor }, signal });
        return { rows: found.runs, nextCursor: found.nextCursor, total: found.total };
      },
      empty: () =>
        h(
          Empty,
          { title: `No run of ${job} is known` },
          "A run writes down when it begins and how it ends, here and on AWS. Dry runs write nothing.",
        ),
    }),
    h(CurlButton, { request: { method: "GET", path: address(ROUTE, { path }) } }),
  ]);
}

/** @param {Run} run */
function took({ startedAt, endedAt }) {
  return endedAt === null ? "–" : duration((toMs(endedAt) - toMs(startedAt)) / 1000);
}

/**
 * What a run says of itself: its error, or the numbers of its summary.
 * @param {Run} run
 */
function told({ error, summary, verdict }) {
  if (error !== null) {
    return error;
  }
  if (summary === null) {
    return verdict === "lost" ? "It was killed, or could not say how it ended." : "";
  }
  return Object.entries(summary)
    .filter(([, value]) => !Array.isArray(value))
    .map(([name, value]) => `${name} ${typeof value === "number" ? number(value) : value}`)
    .join(" · ");
}

/** @type {import("../../ui/table.js").Column<Run>[]} */
const COLUMNS = [
  {
    title: "Began",
    value: (run) => run.startedAt,
    cell: (run) => h(Instant, { at: run.startedAt }),
  },
  { title: "Verdict", value: (run) => run.verdict, cell: (run) => h(Verdict, { of: run }) },
  { title: "Took", align: "end", value: took, cell: took },
  {
    title: "Summary or error",
    value: told,
    cell: (run) => h("span", { title: told(run) }, told(run)),
  },
];
