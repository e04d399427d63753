/** Redrives of this tab: how far they are, and what became of their copies. */

import { send } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { Badge } from "../../ui/badge.js";
import { Bar } from "../../ui/bar.js";
import { Name } from "../../ui/name.js";
import { Polled } from "../../ui/states.js";
import { ShortTable } from "../../ui/table.js";
import { usePoll } from "../../ui/use.js";
import { useEffect } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { dismiss, goOn, jobs, stop } from "./jobs.js";

/** @typedef {import("./jobs.js").Job} Job */

/** @param {{refresh: () => Promise<void>}} props */
export function Running({ refresh }) {
  return h(
    "div",
    {},
    jobs.value.map((job) => h(One, { job, refresh, key: job.id })),
  );
}

const TONES = {
  running: "blue",
  stopping: "blue",
  stopped: "yellow",
  paused: "orange",
  done: "plain",
};

/** @param {{job: Job, refresh: () => Promise<void>}} props */
function One({ job, refresh }) {
  const { plan, state } = job;
  useEffect(() => {
    if (job.messages > 0) {
      refresh();
    }
  }, [job.messages]);
  const button = (/** @type {string} */ title, /** @type {(id: number) => void} */ run) =>
    h("button", { type: "button", onClick: () => run(job.id) }, title);
  const queue = String(plan.request.to ?? plan.request.queue);
  return h("section", { class: "redriving", "aria-label": `Redrive ${job.id}` }, [
    h("div", { class: "actions" }, [
      h(Badge, { tone: TONES[state] }, state),
      h("span", { role: "status" }, [
        h(
          Bar,
          { value: job.redriven, bound: plan.letters, plain: true },
          `${number(job.redriven)} of ${count(plan.letters, "letter")} redriven to ${queue}` +
            (plan.rate ? ` · ${number(plan.rate)}/s` : ""),
        ),
      ]),
      h("span", { class: "grow" }),
      state === "running" && button("Stop", stop),
      state === "paused" && [button("Go on", goOn), button("Stop", stop)],
      (state === "done" || state === "stopped") && button("Close", dismiss),
    ]),
    state === "running" &&
      h("p", { class: "muted small" }, "Stop ends it after the slice. Closing this tab stops it."),
    state === "stopping" && h("p", { class: "muted small" }, "It ends after this slice."),
    (state === "paused" || state === "stopped") &&
      h("p", { class: "small" }, `${count(job.remaining, "letter")} left.`),
    state === "paused" &&
      h("p", { class: "note orange", role: "alert" }, [
        job.error?.message ?? String(job.error),
        job.error?.requestId &&
          h("span", { class: "mono small" }, ` request ${job.error.requestId}`),
      ]),
    job.copies.length > 0 && h(Copies, { job, key: "copies" }),
  ]);
}

/** @typedef {{queue: string, consumerGroup: string, messages: number, completed: number, open: number, dead: number}} Outcome */

/** @param {{job: Job}} props */
function Copies({ job }) {
  const { copies, messages } = job;
  const followed = copies.reduce((sum, each) => sum + each.count, 0);
  const poll = usePoll(
    (signal) => send("POST", "/api/v1/dlq/outcomes", { body: { copies }, signal }),
    "live",
    [job.id, messages],
  );
  const first = (/** @type {Outcome} */ row) => Number(row.consumerGroup === job.plan.group);
  return h(Polled, {
    poll,
    children: (/** @type {{groups: Outcome[]}} */ found) =>
      found.groups.length === 0
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
              label: `Copies of redrive ${job.id}`,
              rows: found.groups.toSorted((one, other) => first(other) - first(one)).slice(0, 10),
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
