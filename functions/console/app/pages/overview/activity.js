/** What happened in an hour, minute by minute. */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { clock } from "../../lib/time.js";
import { Spark } from "../../ui/spark.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";

const LINES = /** @type {const} */ ([
  ["pushed", "Pushed", ""],
  ["acked", "Completed", ""],
  ["failed", "Failed", "red"],
  ["dead", "Dead letters", "red"],
]);

/** @typedef {import("../../lib/types").Answer<"/api/v1/status/analytics">} Hour */

/** The hour up to now. */
export function Activity() {
  const poll = usePoll(
    (signal) => get("/api/v1/status/analytics", { query: { interval: "minute" }, signal }),
    "steady",
    [],
  );
  const found = poll.data.value;
  return found === null ? null : h(Drawn, { found, at: "" });
}

/** @param {{found: Hour, at: string}} props */
export function Drawn({ found, at }) {
  const points = found.dataPoints;
  return h("section", {}, [
    h("h2", {}, [
      at === "" ? "Last hour " : `The hour before ${clock(at)} `,
      h("span", { class: "muted small" }, "by the minute, counted each ten seconds or so"),
    ]),
    h(
      "dl",
      { class: "sparks" },
      LINES.map(([name, title, tone]) => {
        const total = /** @type {number} */ (found.totals[name]);
        const wrong = tone === "red" && total > 0;
        return h("div", { key: name }, [
          h("dt", {}, title),
          h("dd", {}, [
            h(Spark, {
              values: points.map((point) => /** @type {number} */ (point[name])),
              label: `${title} by the minute, ${number(total)} in the hour`,
              tone: wrong ? "red" : "",
            }),
            " ",
            h("span", { class: wrong ? "red-text" : "" }, number(total)),
          ]),
        ]);
      }),
    ),
  ]);
}
