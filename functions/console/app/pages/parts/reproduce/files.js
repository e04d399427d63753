/** Messages as a file that pushes them once more: a test for pytest, or a script. */

import { quoted } from "../../../lib/copy.js";
import { stringify } from "../../../lib/json.js";
import { python, pythonText } from "../../../lib/python.js";

/**
 * A message as it was pushed; `error`: of what it died.
 * @typedef {object} Reproduced
 * @property {string} queue
 * @property {string} partition
 * @property {string} transactionId
 * @property {string | null} traceId
 * @property {string | null} key
 * @property {Record<string, unknown> | null} headers
 * @property {unknown} data
 * @property {string} createdAt
 * @property {number} offset
 * @property {string | null} error
 * @property {string[] | null} masked what is hidden of `data`
 */

/** The group of those who name none. */
const NO_GROUP = "__QUEUE_MODE__";
const IN_A_POP = 100;

/**
 * A message of the API, or a dead letter.
 * @typedef {{queue: string, partition: string, transactionId: string, traceId?: string | null,
 *   key?: string | null, headers?: any, data?: unknown, createdAt: string, offset: number,
 *   errorMessage?: string | null, masked?: string[] | null}} Found
 */

/**
 * @param {Found} of
 * @returns {Reproduced}
 */
export function reproduced(of) {
  return {
    queue: of.queue,
    partition: of.partition,
    transactionId: of.transactionId,
    traceId: of.traceId ?? null,
    key: of.key ?? null,
    headers: of.headers ?? null,
    data: of.data,
    createdAt: of.createdAt,
    offset: of.offset,
    error: of.errorMessage ?? null,
    masked: of.masked ?? null,
  };
}

/**
 * In the order in which they were pushed.
 * @param {Reproduced[]} messages
 */
function ordered(messages) {
  return [...messages].sort(
    (a, b) => a.createdAt.localeCompare(b.createdAt) || Number(a.offset) - Number(b.offset),
  );
}

/**
 * The function that a name such as `shop.bill` means: how it is imported and called.
 * @param {string} handler
 */
function imported(handler) {
  const names = handler.trim().split(".");
  if (names.length > 1 && names.every((name) => /^[A-Za-z_]\w*$/.test(name))) {
    const name = names[names.length - 1] ?? "";
    return { call: name, lines: `\nfrom ${names.slice(0, -1).join(".")} import ${name}\n` };
  }
  const lines =
    '\n\ndef handle(message):\n    raise NotImplementedError("call your handler here")\n\n';
  return { call: "handle", lines };
}

/**
 * A file for pytest. It runs with the fixtures of Regent's plugin.
 * @param {{messages: Reproduced[], group: string, handler: string}} of
 */
export function pytestFile({ messages, group, handler }) {
  const { call, lines } = imported(handler);
  const group_ = group === "" || group === NO_GROUP ? null : group;
  const items = ordered(messages).map(item).join("");
  return `# Messages that Regent's console wrote down. pytest runs this file where Regent's plugin is:
# pip install '.[test]' in a clone of Regent. The plugin starts a server of its own.
from regent import Regent
${lines}
MESSAGES = [
${items}]


def test_these_messages_are_handled(regent: Regent):
    for message in MESSAGES:
        regent.push(**message)
    handled = 0
    for queue in dict.fromkeys(message["queue"] for message in MESSAGES):
        consumer = regent.queue(queue)${group_ === null ? "" : `.group(${pythonText(group_)})`}
        while batch := consumer.pop(${IN_A_POP}):
            for message in batch:
                ${call}(message)
                handled += 1
            batch.ack()
    assert handled == len(MESSAGES)
`;
}

/** @param {Reproduced} of */
function item(of) {
  /** @type {[string, unknown][]} */
  const named = [
    ["queue", of.queue],
    ["partition", of.partition],
    ["transaction_id", of.transactionId],
    ["trace_id", of.traceId],
    ["key", of.key],
    ["headers", of.headers],
  ];
  const told = named
    .filter(([, value]) => value !== null)
    .concat([["payload", of.data]])
    .map(([name, value]) => `        "${name}": ${python(value, "        ")},\n`)
    .join("");
  const why = of.error === null ? "" : `    # It failed with ${pythonText(of.error)}.\n`;
  return `${why}    {\n${told}    },\n`;
}

/**
 * A script for a shell, which pushes and pops at a local server.
 * @param {{messages: Reproduced[], group: string}} of
 */
export function shellScript({ messages, group }) {
  const sorted = ordered(messages);
  const items = sorted.map(({ data, transactionId, ...of }) => ({
    queue: of.queue,
    partition: of.partition,
    transactionId,
    ...(of.traceId === null ? {} : { traceId: of.traceId }),
    ...(of.key === null ? {} : { key: of.key }),
    ...(of.headers === null ? {} : { headers: of.headers }),
    payload: data,
  }));
  const pushes = items.map((each) => `${stringify({ items: [each] })}\n`);
  const asked =
    group === "" || group === NO_GROUP ? "" : `consumerGroup=${encodeURIComponent(group)}&`;
  const pops = [...new Set(sorted.map((each) => each.queue))].map((queue) => {
    const path = `/api/v1/pop/queue/${encodeURIComponent(queue)}?${asked}batch=${items.length}&partitions=${items.length}`;
    return `curl -sf "$BASE"${quoted(path)}\n`;
  });
  return `#!/bin/sh
# Messages that Regent's console wrote down: they are pushed to a local server (make run), each in
# its place, and popped by their group.
set -eu
BASE=\${BASE:-localhost:6632}
push() { curl -sf -X POST "$BASE/api/v1/push" -H 'content-type: application/json' --data-binary @-; }

${pushes.map((body) => `push <<'END'\n${body}END\n`).join("")}
${pops.join("")}`;
}
