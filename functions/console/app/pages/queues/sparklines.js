/** The last hour of each queue in the list, read behind its rows: nobody waits for the lines. */

import { get } from "../../lib/api.js";
import { number } from "../../lib/format.js";
import { Spark } from "../../ui/spark.js";
import { h } from "../../vendor/preact.js";
import { signal } from "../../vendor/signals.js";

const ROUTE = "/api/v1/status/sparklines";

/** @typedef {import("../../lib/types").Answer<typeof ROUTE>["lines"][number]} Counts */
/** @typedef {import("../../lib/types").QueueRow} Row */

/** The lines that were read last, by the queue's id. */
export class Sparklines {
  lines = signal(/** @type {Map<string, Counts>} */ (new Map()));

  /**
   * Read those of a page. A failure leaves the lines that are there: the list tells its own.
   * @param {Row[]} rows
   * @param {AbortSignal} signal
   */
  async read(rows, signal) {
    if (rows.length === 0) {
      return;
    }
    const query = { queues: rows.map((row) => row.id).join(",") };
    const { lines } = await get(ROUTE, { query, signal }).catch(() => ({ lines: [] }));
    this.lines.value = new Map([...this.lines.peek(), ...lines.map(byId)]);
  }

  /**
   * A column with a line and its sum.
   * @param {string} title
   * @param {"pushed" | "acked"} name
   * @returns {import("../../ui/table.js").Column<Row>}
   */
  column(title, name) {
    return {
      title,
      align: "end",
      value: ({ id }) => sum(this.lines.peek().get(id)?.[name]),
      cell: ({ id }) => h(Line, { lines: this.lines, id, name, title }),
    };
  }
}

/**
 * @param {Counts} line
 * @returns {[string, Counts]}
 */
function byId(line) {
  return [line.id, line];
}

/**
 * @param {{lines: Sparklines["lines"], id: string, name: "pushed" | "acked", title: string}} props
 */
function Line({ lines, id, name, title }) {
  const values = lines.value.get(id)?.[name];
  if (values === undefined) {
    return "";
  }
  const total = number(sum(values));
  const label = `${title} by the minute: ${total} in the hour`;
  return h("span", { class: "lined" }, [h(Spark, { values, label }), h("span", {}, total)]);
}

/** @param {number[]} [values] */
function sum(values = []) {
  return values.reduce((sofar, value) => sofar + value, 0);
}
