/** The options of a queue: their units, and what a change of one means. */

/** @typedef {import("../../lib/types").Queue["options"]} Options */

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {string} unit
 * @property {string} words
 * @property {string[]} [choices]
 * @property {boolean} [isList] a text in each line
 * @property {string} [warning] told beside a change
 * @property {string} [effect] on messages that are older already
 */

/** @type {Option[]} */
export const OPTIONS = [
  { name: "leaseTime", unit: "s", words: "a pop holds a partition for this long" },
  {
    name: "retryLimit",
    unit: "times",
    words: "failures that are forgiven; one more is a dead letter",
  },
  { name: "retryDelay", unit: "ms", words: "rest of a partition after a failure" },
  { name: "retryDelayMax", unit: "ms", words: "above retryDelay, the rest doubles up to this" },
  { name: "priority", unit: "", words: "pops by labels take from higher queues first" },
  { name: "delayedProcessing", unit: "s", words: "each message waits for this long" },
  { name: "windowBuffer", unit: "s", words: "quiet time before a partition is handed out" },
  { name: "maxSize", unit: "messages", words: "a push beyond it is refused; 0: no maximum" },
  {
    name: "ttl",
    unit: "s",
    words: "older messages are passed over; 0: never",
    warning: "Messages that are older are never handed out.",
    effect: "will never be handed out",
  },
  {
    name: "maxWaitTimeSeconds",
    unit: "s",
    words: "messages that waited longer are dead letters; 0: never",
    warning: "Messages that waited longer become dead letters at the next pop.",
    effect: "become dead letters at the next pop",
  },
  { name: "retentionEnabled", unit: "", words: "retention may delete, as the next four say" },
  {
    name: "retentionSeconds",
    unit: "s",
    words: "after its push, once every group is done; 0: never",
  },
  { name: "completedRetentionSeconds", unit: "s", words: "after its completion; 0: never" },
  {
    name: "pendingRetentionSeconds",
    unit: "s",
    words: "after its push, read or not; 0: never",
    warning: "It deletes messages that nobody has read, too.",
    effect: "will be deleted by the next run of retention",
  },
  {
    name: "deadLetterRetentionSeconds",
    unit: "s",
    words: "dead letters, after the failure; 0: never",
    warning: "It deletes older dead letters for good.",
  },
  { name: "encryptionEnabled", unit: "", words: "payloads are stored encrypted" },
  { name: "deadLetterQueue", unit: "", words: "kept for clients; dead letters are always kept" },
  { name: "dlqAfterMaxRetries", unit: "", words: "kept for clients" },
  {
    name: "payloads",
    unit: "",
    words: "who sees payloads without taking messages",
    choices: ["all", "read-write", "none"],
  },
  {
    name: "maskPaths",
    unit: "",
    words: "shown as ***: a path in each line, such as card.number or items[].pin",
    isList: true,
  },
  { name: "partitions", unit: "", words: "a fixed number of partitions; it can only grow" },
];

/**
 * A text as the value of an option; undefined: it cannot be one.
 * @param {Option} option
 * @param {string} text
 * @param {unknown} now
 */
export function read(option, text, now) {
  if (typeof now === "boolean") {
    return text === "true";
  }
  if (option.choices) {
    return text;
  }
  if (option.isList) {
    return text.split("\n").filter((line) => line !== "");
  }
  if (option.name === "partitions" && text.trim() === "") {
    return null;
  }
  return /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/**
 * The value of an option as it is typed.
 * @param {unknown} value
 */
export function written(value) {
  return Array.isArray(value) ? value.join("\n") : value === null ? "" : String(value);
}

/** @param {Option} option @param {unknown} value */
export function shown(option, value) {
  if (Array.isArray(value)) {
    return value.join(", ") || "–";
  }
  return value === null || value === undefined ? "–" : `${value} ${option.unit}`.trim();
}
