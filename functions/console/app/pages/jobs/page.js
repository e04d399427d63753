/** Jobs and retention: what runs by itself, what did retention delete, what is half-way? */

import { get } from "../../lib/api.js";
import { quoted } from "../../lib/copy.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { CopyButton } from "../../ui/copy.js";
import { SelectField, TextField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { Polled } from "../../ui/states.js";
import { summary } from "../../ui/summary.js";
import { ShortTable } from "../../ui/table.js";
import { Tabs } from "../../ui/tabs.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { GET_SPARK, JOBS } from "../parts/jobs.js";
import { Batches, STEPS } from "./batches.js";
import { Deleted, SPANS } from "./deleted.js";
import { Runs, Verdict } from "./runs.js";

/**
 * @typedef {{queue: string, status: string, last: string, job: string}} State
 * @typedef {(changes: Partial<State>, how?: {typing?: boolean}) => void} SetState
 * @typedef {import("../../lib/types").Summary["schedules"][number]} Schedule
 */

/** @type {import("../index.js").Page} */
export const page = { state: { queue: "", status: "", last: "7d", job: "lag" }, View };

/** @param {{state: State, set: SetState}} props */
function View({ state, set }) {
  return h("div", {}, [
    h("h1", {}, "Jobs and retention"),
    h(Schedules, {}),
    h(Jobs, { state, set }),
    h("h2", {}, "What retention deleted"),
    h(Filters, { state, set }),
    h(Deleted, { queue: state.queue, last: state.last }),
    h("h2", {}, "Batches of the archive"),
    h(Batches, { state, set }),
  ]);
}

/** @type {Record<string, string>} */
const WORK = {
  reclaim: "ends leases that ran out, gives up what waited too long, assigns members' partitions",
  count_activity: "counts what happened, and how queues and groups stand",
};

function Schedules() {
  const poll = summary.value;
  return h("section", {}, [
    h("h2", {}, "In the background"),
    poll &&
      h(Polled, {
        poll,
        children: ({ schedules }) =>
          h(ShortTable, {
            label: "Schedules",
            rows: schedules,
            rowKey: (/** @type {Schedule} */ row) => row.name,
            columns: [
              { title: "Schedule", cell: (row) => h("span", { class: "mono" }, row.name) },
              { title: "What it does", cell: (row) => WORK[row.name] ?? "" },
              { title: "Last", cell: (row) => h(Instant, { at: row.ranAt }) },
              {
                title: "State",
                cell: (row) => (row.late ? h(Badge, { tone: "orange" }, "late") : ""),
              },
            ],
          }),
      }),
  ]);
}

/** @param {{state: State, set: SetState}} props */
function Jobs({ state, set }) {
  const poll = usePoll((signal) => get("/api/v1/jobs", { signal }), "heavy", []);
  const last = (/** @type {string} */ name) =>
    poll.data.value?.jobs.find((job) => job.name === name)?.lastRun ?? null;
  const replayed = `replay --queue ${quoted(state.queue || "orders")}`;
  return h("section", {}, [
    h("h2", {}, "Jobs"),
    h("p", { class: "lead" }, [
      "A stack on AWS runs them by itself. Here somebody starts them, in Regent's repository, in the",
      " folder in which the server was started. They need Spark, once: ",
      h("span", { class: "mono" }, GET_SPARK),
    ]),
    h("div", { class: "jobs" }, [
      h(
        Job,
        {
          name: "lag",
          when: "every hour on AWS",
          commands: ["lag"],
          to: href("lag"),
          last: last("lag"),
        },
        "It measures how far behind each group is, and judges it.",
      ),
      h(
        Job,
        {
          name: "retention",
          when: "once a day on AWS",
          commands: ["retention --dry-run", "retention"],
          last: last("retention"),
        },
        "It archives messages whose retention is over, reads the archive back, and deletes them." +
          " The server here deletes them once a minute, without an archive, unless it was started" +
          " with REGENT_RETENTION=job.",
      ),
      h(
        Job,
        {
          name: "compact",
          when: "by hand",
          commands: ["compact --dry-run", "compact"],
          last: last("compact"),
        },
        "It joins small files of the archive, and deletes those that it replaced a week ago.",
      ),
      h(
        Job,
        {
          name: "replay",
          when: "by hand",
          commands: [`${replayed} --dry-run`, replayed],
          last: last("replay"),
        },
        "It pushes archived messages back into their queue, or with --to into another one.",
      ),
      h(
        Job,
        {
          name: "export-log",
          when: "by hand",
          commands: ["export-log --dry-run", "export-log"],
          last: last("export-log"),
        },
        "It writes the event log's messages to files that are a table, and deletes nothing.",
      ),
    ]),
    h("h2", {}, "Runs"),
    h(Tabs, { label: "Runs of", value: jobOf(state), tabs: RUNS, onChange: (job) => set({ job }) }),
    h(Runs, { job: jobOf(state), key: jobOf(state) }),
  ]);
}

/** @type {[string, string][]} */
const RUNS = [
  ["lag", "lag"],
  ["retention", "retention"],
  ["compact", "compact"],
  ["replay", "replay"],
  ["export-log", "export-log"],
];

/** @param {State} state */
function jobOf({ job }) {
  return RUNS.some(([name]) => name === job) ? job : "lag";
}

/**
 * @param {{name: string, when: string, commands: string[], to?: string,
 *   last: import("./runs.js").Run | null, children?: any}} props
 */
function Job({ name, when, commands, to, last, children }) {
  const code = commands.map((each) => `${JOBS} ${each}`).join("\n");
  return h("section", { "aria-label": name }, [
    h("h3", {}, [
      to ? h("a", { class: "mono", href: to }, name) : h("span", { class: "mono" }, name),
      " ",
      h("span", { class: "muted small" }, when),
    ]),
    h("p", {}, children),
    h(
      "p",
      {},
      last === null
        ? h("span", { class: "muted" }, "No run is known.")
        : ["Last run: ", h(Instant, { at: last.startedAt }), " ", h(Verdict, { of: last })],
    ),
    h("div", { class: "code" }, [
      h("pre", { class: "mono" }, code),
      h(CopyButton, { text: () => code, title: "Copy" }),
    ]),
  ]);
}

/** @param {{state: State, set: SetState}} props */
function Filters({ state, set }) {
  return h("div", { class: "filters", role: "search" }, [
    h(TextField, {
      label: "Queue",
      value: state.queue,
      onInput: (queue) => set({ queue }, { typing: true }),
      mono: true,
    }),
    h(SelectField, {
      label: "Time",
      value: state.last,
      options: SPANS.map(([name, title]) => /** @type {[string, string]} */ ([name, title])),
      onChange: (last) => set({ last }),
    }),
    h(SelectField, {
      label: "Step of batches",
      value: state.status,
      options: [["", "any"], ...STEPS.map(same)],
      onChange: (status) => set({ status }),
    }),
  ]);
}

/**
 * @param {string} word
 * @returns {[string, string]}
 */
function same(word) {
  return [word, word];
}
