/** The form of a push: what is typed, and the message that it means. */

import { count } from "../../lib/format.js";
import { parse, stringify } from "../../lib/json.js";
import { AreaField, TextField } from "../../ui/field.js";
import { h } from "../../vendor/preact.js";

/**
 * @typedef {{queue: string, partition: string, key: string, transactionId: string,
 *   traceId: string, delaySeconds: string, headers: string, payload: string}} Typed
 */

/** @type {Typed} */
export const EMPTY = {
  queue: "",
  partition: "",
  key: "",
  transactionId: "",
  traceId: "",
  delaySeconds: "",
  headers: "",
  payload: "{}",
};

/**
 * A stored message, to be changed and pushed again. It gets an id of its own.
 * @param {{queue: string, partition: string, key: string | null, traceId: string | null,
 *   headers?: any, data?: unknown}} of
 * @returns {Typed}
 */
export function copied(of) {
  return {
    ...EMPTY,
    queue: of.queue,
    partition: of.partition,
    key: of.key ?? "",
    traceId: of.traceId ?? "",
    headers: of.headers === null || of.headers === undefined ? "" : stringify(of.headers, 2),
    payload: stringify(of.data ?? null, 2),
  };
}

/**
 * The message that was typed, or why it is none.
 * @param {Typed} typed
 * @returns {{item: Record<string, unknown>, problem: string}}
 */
export function message(typed) {
  const texts = /** @type {const} */ (["partition", "key", "transactionId", "traceId"]);
  /** @type {Record<string, unknown>} */
  const item = {
    queue: typed.queue,
    ...Object.fromEntries(texts.filter((key) => typed[key] !== "").map((key) => [key, typed[key]])),
  };
  if (typed.queue === "") {
    return { item, problem: "Name a queue." };
  }
  if (typed.delaySeconds !== "") {
    item.delaySeconds = Number(typed.delaySeconds);
    if (!(Number(typed.delaySeconds) >= 0)) {
      return { item, problem: `“${typed.delaySeconds}” is no number of seconds.` };
    }
  }
  const headers = read(typed.headers);
  const payload = read(typed.payload);
  if (headers.problem || payload.problem) {
    return { item, problem: headers.problem || payload.problem };
  }
  if (headers.value !== null) {
    item.headers = headers.value;
  }
  item.payload = payload.value;
  const isRefused = headers.value !== null && !isObject(headers.value);
  return {
    item,
    problem: isRefused ? 'Headers are an object, such as {"source": "console"}.' : "",
  };
}

/** @param {string} text */
function read(text) {
  try {
    return { value: text.trim() === "" ? null : parse(text), problem: "" };
  } catch (error) {
    return { value: null, problem: `This is not JSON: ${/** @type {Error} */ (error).message}` };
  }
}

/** @param {unknown} value */
function isObject(value) {
  return value !== null && typeof value === "object" && value.constructor === Object;
}

/**
 * What a push will do, in a sentence.
 * @param {Record<string, any>} item
 * @param {{groups: number} | null} queue null: there is none of this name
 */
export function outlook(item, queue) {
  const where =
    item.partition !== undefined
      ? `at the end of the partition “${item.partition}”`
      : item.key !== undefined
        ? "at the end of the partition that its key chooses, where the queue has a fixed number of them"
        : "at the end of the partition “Default”, or of any where the queue has a fixed number of them";
  const who =
    queue === null
      ? `The queue “${item.queue}” is not there: this push makes it.`
      : queue.groups === 0
        ? "No group reads the queue yet."
        : `${count(queue.groups, "group")} of the queue ${queue.groups === 1 ? "gets" : "get"} it.`;
  const when = item.delaySeconds
    ? ` Nobody gets it before ${count(item.delaySeconds, "second")} are over, nor what is behind it.`
    : "";
  const once =
    item.transactionId === undefined
      ? " Each push stores another message."
      : " It is not stored if the partition has a message with this transaction id.";
  return `Stores one message ${where}. ${who}${when}${once}`;
}

/** @param {{typed: Typed, change: (changes: Partial<Typed>) => void}} props */
export function Form({ typed, change }) {
  const text = (/** @type {keyof Typed} */ key, /** @type {string} */ label) =>
    h(TextField, {
      label,
      value: typed[key],
      onInput: (value) => change({ [key]: value }),
      mono: true,
    });
  return h("div", {}, [
    h("div", { class: "filters" }, [
      text("queue", "Queue"),
      text("partition", "Partition"),
      text("key", "Key"),
      text("transactionId", "Transaction id"),
      text("traceId", "Trace id"),
      text("delaySeconds", "Delay in seconds"),
    ]),
    h(AreaField, {
      label: "Payload, any JSON",
      value: typed.payload,
      onInput: (payload) => change({ payload }),
      rows: 10,
    }),
    h(AreaField, {
      label: "Headers, a JSON object (optional)",
      value: typed.headers,
      onInput: (headers) => change({ headers }),
      rows: 3,
    }),
  ]);
}
