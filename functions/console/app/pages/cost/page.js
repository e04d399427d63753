/** Cost: what does this queue cost, and what would larger batches save? */

import { address, get } from "../../lib/api.js";
import { dollars, number } from "../../lib/format.js";
import { monthName, monthsBack, span } from "../../lib/months.js";
import { now } from "../../lib/time.js";
import { CurlButton } from "../../ui/copy.js";
import { SelectField } from "../../ui/field.js";
import { Figure } from "../../ui/figure.js";
import { Instant } from "../../ui/instant.js";
import { Empty, Polled } from "../../ui/states.js";
import { Tabs } from "../../ui/tabs.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { Lines } from "./lines.js";
import { Rows } from "./rows.js";

/**
 * @typedef {{month: string, by: string, batch: number}} State
 * @typedef {(changes: Partial<State>) => void} SetState
 * @typedef {import("../../lib/types").Answer<typeof ROUTE>} Costs
 */

const ROUTE = "/api/v1/costs";
const BATCHES = [10, 25, 50, 100];
/** Counts are kept a little longer. */
const MONTHS = 13;
/** Of fewer messages the price of a million is that of a stack which does nothing, or of chance. */
const LEAST_MESSAGES = 100_000;

/** @type {import("../index.js").Page} */
export const page = { state: { month: "", by: "queue", batch: 100 }, View };

/** @param {{state: State, set: SetState}} props */
function View({ state, set }) {
  const { by, batch } = state;
  const month = monthsBack(now.peek(), MONTHS).includes(state.month) ? state.month : "";
  const asked = () => ({ query: { ...span(month), by, batch } });
  const poll = usePoll((signal) => get(ROUTE, { ...asked(), signal }), "heavy", [month, by, batch]);
  return h("div", {}, [
    h("h1", {}, "Cost"),
    h(Filters, { state, set }),
    h(Polled, {
      poll,
      children: (/** @type {Costs} */ found) => h(Told, { found, month, set }),
    }),
    h(CurlButton, { request: { method: "GET", path: address(ROUTE, asked()) } }),
  ]);
}

/** @param {{state: State, set: SetState}} props */
function Filters({ state, set }) {
  const months = monthsBack(now.peek(), MONTHS);
  const sizes = [...new Set([...BATCHES, state.batch])].map(String);
  return h("div", { class: "filters", role: "search" }, [
    h(SelectField, {
      label: "Month (UTC)",
      value: state.month,
      options: months.map((name, back) => option(back === 0 ? "" : name, monthName(name))),
      onChange: (month) => set({ month }),
    }),
    h(SelectField, {
      label: "What if in batches of",
      value: String(state.batch),
      options: sizes.map((size) => option(size, size)),
      onChange: (batch) => set({ batch: Number(batch) }),
    }),
  ]);
}

/**
 * @param {string} value
 * @param {string} title
 * @returns {[string, string]}
 */
function option(value, title) {
  return [value, title];
}

/** @param {{found: Costs, month: string, set: SetState}} props */
function Told({ found, month, set }) {
  const { prices, countedSince } = found;
  return h("div", {}, [
    h("p", { class: "lead" }, [
      found.onAws ? "" : "What the same work would cost on AWS. ",
      `Computed from counted requests and the prices of ${prices.lookedUp} in ${prices.region}. `,
      "It is not a bill.",
      countedSince !== null && [" Counted since ", h(Instant, { at: countedSince }), "."],
    ]),
    countedSince === null &&
      h(
        Empty,
        { title: "No request was counted yet" },
        "A server writes its counts every ten seconds. Until then, this is what a stack costs that" +
          " does nothing.",
      ),
    h(Figures, { found, month }),
    h(Tabs, {
      label: "What has a row",
      value: found.by,
      tabs: [
        ["queue", "Queues"],
        ["group", "Groups"],
      ],
      onChange: (/** @type {string} */ by) => set({ by }),
    }),
    h(Rows, { found }),
    h(Lines, { lines: found.lines, month: found.month.dollars }),
  ]);
}

/** @param {{found: Costs, month: string}} props */
function Figures({ found, month: chosen }) {
  const { month, period } = found;
  return h("dl", { class: "figures" }, [
    h(Figure, { title: chosen === "" ? "This month so far" : monthName(chosen) }, [
      dollars(period.dollars),
    ]),
    h(Figure, { title: "A month at this rate" }, dollars(month.dollars)),
    h(Figure, { title: "Of it fixed" }, dollars(month.fixed)),
    h(Figure, { title: "By use" }, dollars(month.used)),
    h(Figure, { title: "A million messages" }, perMillion(found)),
    h(Figure, { title: `A month in batches of ${found.batch}` }, dollars(month.ifBatched)),
  ]);
}

/** @param {Costs} found */
function perMillion({ month, counted }) {
  return month.perMillionMessages === null || counted.pushed < LEAST_MESSAGES
    ? h("span", { class: "muted small" }, `not told before ${number(LEAST_MESSAGES)} are counted`)
    : dollars(month.perMillionMessages);
}
