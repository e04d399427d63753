/** Redrives that the server carries: how far they are, and what became of their copies. */

import { get, send } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { may } from "../../lib/session.js";
import { Badge } from "../../ui/badge.js";
import { Bar } from "../../ui/bar.js";
import { Name } from "../../ui/name.js";
import { Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { tellError } from "../../ui/toast.js";
import { usePoll } from "../../ui/use.js";
import { useEffect } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { dismiss, inView, ONE, REDRIVES, STOP } from "./redrives.js";

/** @typedef {import("./redrives.js").Redrive} Redrive */

/** More than run at once. */
const MOST = 25;

/** @param {{refresh: () => Promise<void>}} props */
export function Running({ refresh }) {
  const poll = usePoll(
    async (signal) => (await get(REDRIVES, { query: { limit: MOST }, signal })).redrives,
    "live",
    [],
  );
  const rows = inView(poll.data.value ?? []);
  const moved = rows.reduce((sum, each) => sum + each.redriven, 0);
  useEffect(() => {
    if (moved > 0) {
      refresh();
    }
  }, [moved]);
  return h(
    "div",
    {},
    rows.map((of) => h(One, { of, refresh: poll.refresh, key: of.id })),
  );
}

const TONES = { running: "blue", stopped: "yellow", failed: "red", done: "plain" };

/** @param {{of: Redrive, refresh: () => Promise<void>}} props */
function One({ of, refresh }) {
  const { status } = of;
  const all = of.limit === null ? of.letters : Math.min(of.letters, of.limit);
  const waits = status === "running" && of.error !== null;
  const stop = async () => {
    try {
      await send("POST", STOP, { path: { id: of.id } });
      await refresh();
    } catch (error) {
      tellError(error);
    }
  };
  return h("section", { class: "redriving", "aria-label": `Redrive ${of.id}` }, [
    h("div", { class: "actions" }, [
      h(Badge, { tone: waits ? "orange" : TONES[status] }, waits ? "waiting" : status),
      h("span", { role: "status" }, [
        h(
          Bar,
          { value: of.redriven, bound: all, plain: true },
          `${number(of.redriven)} of ${count(all, "letter")} redriven to ${of.to ?? of.queue}` +
            (of.ratePerSecond ? ` · ${number(of.ratePerSecond)}/s` : ""),
        ),
      ]),
      h("span", { class: "grow" }),
      status === "running"
        ? may("POST", STOP) && h("button", { type: "button", onClick: stop }, "Stop")
        : h("button", { type: "button", onClick: () => dismiss(of.id) }, "Close"),
    ]),
    status === "running" &&
      h(
        "p",
        { class: "muted small" },
        "The server carries it on, also when this tab is closed. Stop ends it after the slice.",
      ),
    of.error !== null &&
      h("p", { class: "note orange", role: "alert" }, [
        of.error,
        waits && ". It is tried again every ten seconds.",
      ]),
    of.messages > 0 && h(Copies, { of, key: "copies" }),
  ]);
}

/** @typedef {{queue: string, consumerGroup: string, messages: number, completed: number, open: number, dead: number}} Outcome */
/** @typedef {{followed: number, groups: Outcome[]}} Followed */

/** @param {{of: Redrive}} props */
function Copies({ of }) {
  const { id, messages, consumerGroup } = of;
  const poll = usePoll(
    async (signal) => {
      const { copies } = await get(ONE, { path: { id }, signal });
      const found = await send("POST", "/api/v1/dlq/outcomes", { body: { copies }, signal });
      const followed = copies.reduce((sum, each) => sum + each.count, 0);
      return { followed, groups: found.groups };
    },
    "live",
    [id, messages],
  );
  const first = (/** @type {Outcome} */ row) => Number(row.consumerGroup === consumerGroup);
  return h(Polled, {
    poll,
    children: (/** @type {Followed} */ { followed, groups }) =>
      groups.length === 0
        ? h("p", { class: "muted small" }, "No group reads the queue that they went to yet.")
        : h("div", {}, [
            h(
              "p",
              { class: "muted small" },
              followed < messages
                ? `What became of the first ${number(followed)} of ${count(messages, "copy", "copies")}:`
                : `What became of ${count(followed, "copy", "copies")}:`,
            ),
            h(ShortTable, {
              label: `Copies of redrive ${id}`,
              rows: groups.toSorted((one, other) => first(other) - first(one)).slice(0, 10),
              rowKey: (/** @type {Outcome} */ row) =>
                JSON.stringify([row.queue, row.consumerGroup]),
              columns: COLUMNS,
            }),
          ]),
  });
}

/** @type {import("../../ui/table.js").Column<Outcome>[]} */
const COLUMNS = [
  { title: "Group", cell: (row) => h(Name, { name: groupName(row.consumerGroup), most: 32 }) },
  { title: "Completed", align: "end", cell: (row) => number(row.completed) },
  { title: "Pending", align: "end", cell: (row) => number(row.open) },
  {
    title: "Dead again",
    align: "end",
    cell: (row) => h("span", { class: row.dead > 0 ? "red-text" : "" }, number(row.dead)),
  },
];
