/** What may be done with a message: retry it, give it up, delete it, push it again, reproduce it. */

import { address, get, send } from "../../../lib/api.js";
import { groupName } from "../../../lib/sentences.js";
import { may } from "../../../lib/session.js";
import { href } from "../../../lib/url.js";
import { Confirm } from "../../../ui/confirm.js";
import { SelectField, TextField } from "../../../ui/field.js";
import { tell, tellError } from "../../../ui/toast.js";
import { useState } from "../../../vendor/hooks.js";
import { h } from "../../../vendor/preact.js";
import { Reproduce } from "../reproduce/later.js";

/** @typedef {import("../../../lib/types").Answer<"/api/v1/messages/{partitionId}/{transactionId}">} Whole */

const ROUTES = /** @type {const} */ ({
  one: "/api/v1/messages/{partitionId}/{transactionId}",
  dlq: "/api/v1/messages/dlq",
  retry: "/api/v1/messages/retry",
});

/**
 * Pushes a message that a group gave up once more.
 * @param {{partitionId: string, transactionId: string}} of
 * @param {string} [consumerGroup]
 */
export function retryOf({ partitionId, transactionId }, consumerGroup) {
  const body = { partitionId, transactionId, ...(consumerGroup ? { consumerGroup } : {}) };
  return { method: "POST", path: ROUTES.retry, body };
}

/**
 * @param {{partitionId: string, transactionId: string}} of
 * @param {string} [consumerGroup]
 */
export function retry(of, consumerGroup) {
  return send("POST", ROUTES.retry, { body: retryOf(of, consumerGroup).body });
}

export function mayRetry() {
  return may("POST", ROUTES.retry);
}

/** @param {{of: Whole, onChange: () => void, onGone: () => void}} props */
export function Actions({ of, onChange, onGone }) {
  const [open, setOpen] = useState("");
  const close = () => setOpen("");
  const dead = of.consumerGroups.filter((each) => each.deadLetter !== null);
  const pending = of.consumerGroups.filter((each) =>
    ["pending", "delayed", "failed", "processing"].includes(each.status),
  );
  const again = async (/** @type {string} */ group) => {
    try {
      const done = await retry(of, group);
      tell(`Pushed once more, as ${done.newTransactionId}. All groups get it, not only this one.`);
      onChange();
    } catch (error) {
      tellError(error);
    }
  };
  const button = (/** @type {string} */ title, /** @type {() => void} */ onClick) =>
    h("button", { type: "button", onClick }, title);
  return h("div", { class: "actions" }, [
    mayRetry() &&
      dead.map((each) =>
        button(`Retry for ${groupName(each.consumerGroup)}`, () => again(each.consumerGroup)),
      ),
    may("POST", "/api/v1/push") &&
      h(
        "a",
        { href: href("push", { queue: of.queue, copy: `${of.partitionId}/${of.transactionId}` }) },
        "Edit and push again",
      ),
    !of.decryptionError && button("Reproduce as test…", () => setOpen("reproduce")),
    may("POST", ROUTES.dlq) && pending.length > 0 && button("Give up…", () => setOpen("dlq")),
    may("DELETE", ROUTES.one) && button("Delete…", () => setOpen("delete")),
    open === "dlq" &&
      h(GiveUp, { of, groups: pending.map((each) => each.consumerGroup), close, onChange }),
    open === "delete" && h(Delete, { of, close, onGone }),
    open === "reproduce" &&
      h(Reproduce, {
        load: async (reveal) => [
          reveal
            ? await get(ROUTES.one, {
                path: { partitionId: of.partitionId, transactionId: of.transactionId },
                query: { reveal },
              })
            : of,
        ],
        group: (dead[0] ?? pending[0] ?? of.consumerGroups[0])?.consumerGroup ?? "",
        onClose: close,
      }),
  ]);
}

/** @param {{of: Whole, groups: string[], close: () => void, onChange: () => void}} props */
function GiveUp({ of, groups, close, onChange }) {
  const [group, setGroup] = useState(groups[0] ?? "");
  const [error, setError] = useState("");
  const body = (/** @type {boolean} */ force) => ({
    partitionId: of.partitionId,
    transactionId: of.transactionId,
    consumerGroup: group,
    ...(error ? { error } : {}),
    ...(force ? { force } : {}),
  });
  return h(Confirm, {
    title: "Give this message up",
    button: `Give it up for ${groupName(group)}`,
    onClose: close,
    request: (force) => ({ method: "POST", path: ROUTES.dlq, body: body(force) }),
    run: async (force) => {
      const done = await send("POST", ROUTES.dlq, { body: body(force) });
      tell(done.moved ? "It is a dead letter now." : "It was a dead letter already.");
      onChange();
    },
    children: [
      h("p", {}, [
        "The message becomes a dead letter of one group, which goes on behind it. Other groups",
        " still get it. The letter can be redriven later.",
      ]),
      h(SelectField, {
        label: "Group",
        value: group,
        options: groups.map((each) => /** @type {[string, string]} */ ([each, groupName(each)])),
        onChange: setGroup,
      }),
      h(TextField, { label: "Why (optional)", value: error, onInput: setError, wide: true }),
    ],
  });
}

/** @param {{of: Whole, close: () => void, onGone: () => void}} props */
function Delete({ of, close, onGone }) {
  const path = { partitionId: of.partitionId, transactionId: of.transactionId };
  const open = of.consumerGroups.filter((each) => !["completed", "dead"].includes(each.status));
  const held = of.consumerGroups.filter((each) => each.status === "processing");
  return h(Confirm, {
    title: "Delete this message",
    button: "Delete 1 message",
    typed: of.transactionId,
    noun: "transaction id",
    onClose: close,
    request: () => ({ method: "DELETE", path: address(ROUTES.one, { path }) }),
    run: async () => {
      await send("DELETE", ROUTES.one, { path });
      tell(`Deleted the message ${of.transactionId}.`);
      onGone();
    },
    children: [
      h(
        "p",
        {},
        `This deletes the message at offset ${of.offset} of ${of.partition} in ${of.queue}, with its` +
          " traces. Its dead letters stay. It cannot be undone.",
      ),
      open.length > 0 &&
        h(
          "p",
          {},
          `Not finished: ${open.map((each) => groupName(each.consumerGroup)).join(", ")}. They never get it.`,
        ),
      held.length > 0 &&
        h(
          "p",
          { class: "note orange" },
          `${held.map((each) => groupName(each.consumerGroup)).join(", ")} ${held.length === 1 ? "works" : "work"} on it now, and ${held.length === 1 ? "its ack finds" : "their acks find"} nothing.`,
        ),
    ],
  });
}
