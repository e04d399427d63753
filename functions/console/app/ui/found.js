/** Search: which queues, partitions, groups, messages and traces fit a text. Few of each are asked for. */

import { get } from "../lib/api.js";
import { count, number } from "../lib/format.js";
import { partitionHref } from "../lib/links.js";
import { groupName } from "../lib/sentences.js";
import { href } from "../lib/url.js";

/** @typedef {{text: string, more: string, to: string}} Hit */
/** @typedef {(text: string, of: {signal: AbortSignal, has: (page: string) => boolean}) => Promise<Hit[]>} Ask */
/** @typedef {import("../lib/types").Answer<"/api/v1/messages">["messages"][number]} Message */

const MOST = 5;
/** A shorter text is no id: messages and traces are asked for from here on. */
const FEWEST = 3;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @type {[string, Ask][]} All are asked for at once, and four at a time. */
export const KINDS = [
  ["Queues", queues],
  ["Partitions", partitions],
  ["Groups", groups],
  ["Messages", messages],
  ["Traces", traces],
];

/** @type {Ask} */
async function queues(text, { signal }) {
  const ask = (/** @type {any} */ query) =>
    get("/api/v1/resources/queues", { query: { ...query, limit: MOST }, signal });
  let found = await ask({ name: text });
  if (found.queues.length === 0) {
    found = await ask({ contains: text });
  }
  return found.queues.map((queue) => ({
    text: queue.name,
    more: `${number(queue.messages.pending + queue.messages.processing)} open`,
    to: href("queue", { name: queue.name }),
  }));
}

/** @type {Ask} */
async function partitions(text, { signal }) {
  if (text.length < FEWEST) {
    return [];
  }
  const query = { name: text, limit: MOST };
  const found = await get("/api/v1/resources/partitions", { query, signal });
  return found.partitions.map((partition) => ({
    text: partition.name,
    more: `of ${partition.queue}`,
    to: partitionHref(partition),
  }));
}

/** @type {Ask} */
async function groups(text, { signal, has }) {
  const found = await get("/api/v1/consumer-groups", {
    query: { name: text, limit: MOST },
    signal,
  });
  return found.map(({ name, queueName }) => ({
    text: groupName(name),
    more: `on ${queueName}`,
    to: has("groups")
      ? href("groups", { name, queue: queueName ?? "" })
      : href("queue", { name: queueName ?? "", tab: "groups" }),
  }));
}

/** @type {Ask} */
async function messages(text, { signal }) {
  if (text.length < FEWEST) {
    return [];
  }
  const query = { transactionId: text, limit: MOST };
  return (await get("/api/v1/messages", { query, signal })).messages.map(message);
}

/** @type {Ask} */
async function traces(text, { signal, has }) {
  if (UUID.test(text)) {
    const query = { traceId: text, limit: MOST };
    const found = await get("/api/v1/messages", { query, signal });
    return found.messages.length > 0 && has("traces")
      ? [{ text, more: count(found.total ?? 0, "message"), to: href("traces", { id: text }) }]
      : found.messages.map(message);
  }
  if (text.length < FEWEST) {
    return [];
  }
  const found = await get("/api/v1/traces/by-name/{name}", {
    path: { name: text },
    query: { limit: 1 },
    signal,
  });
  return found.traces.map((trace) => ({
    text,
    more: count(found.total, "note"),
    to: has("traces")
      ? href("traces", { name: text })
      : href("partition", { queue: trace.queue_name, name: trace.partition_name }),
  }));
}

/**
 * A message, among those around it.
 * @param {Message} of
 */
function message(of) {
  return {
    text: of.transactionId,
    more: `${of.status} · ${of.queue} / ${of.partition} / ${number(of.offset)}`,
    to: href("partition", {
      queue: of.queue,
      name: of.partition,
      id: of.partitionId,
      around: of.offset,
      show: of.id,
    }),
  };
}
