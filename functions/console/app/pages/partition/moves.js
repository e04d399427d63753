/** What moves a group in a partition: a seek, giving up its next message, the end of its lease. */

import { change, get } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { may } from "../../lib/session.js";
import { Confirm } from "../../ui/confirm.js";
import { Instant } from "../../ui/instant.js";
import { isHidden, Masked, Payload } from "../../ui/payload.js";
import { Polled } from "../../ui/states.js";
import { tell } from "../../ui/toast.js";
import { refreshAll, usePoll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { SEEK } from "./routes.js";
import { Seek } from "./seek.js";

/** @typedef {import("../../lib/types").Explanation} Explanation */
/** @typedef {import("../../lib/types").Answer<"/api/v1/messages">["messages"][number]} Row */

const GIVE_UP = "/api/v1/messages/dlq";

/** @param {{of: Explanation}} props */
export function Moves({ of }) {
  const [open, setOpen] = useState("");
  if (of.cursor === null || !may("POST", SEEK)) {
    return null;
  }
  const close = () => setOpen("");
  const button = (/** @type {string} */ name, /** @type {string} */ title) =>
    h("button", { type: "button", onClick: () => setOpen(name) }, title);
  return [
    button("seek", "Seek…"),
    of.open > 0 && button("next", "Give up the next message…"),
    of.lease !== null && button("lease", "Release the lease…"),
    open === "seek" && h(Seek, { of, close }),
    open === "next" && h(Next, { of, cursor: of.cursor, close }),
    open === "lease" && h(Release, { of, cursor: of.cursor, close }),
  ];
}

/**
 * The message at the cursor, which a dialog names.
 * @param {{of: Explanation, cursor: number, close: () => void}} props
 */
function Next({ of, cursor, close }) {
  const poll = usePoll(
    async (signal) => {
      const found = await get("/api/v1/messages", {
        query: {
          queue: of.queue,
          partition: of.partition,
          order: "asc",
          limit: 1,
          payloads: true,
          afterOffset: cursor > 0 ? cursor - 1 : undefined,
        },
        signal,
      });
      return found.messages;
    },
    "heavy",
    [],
  );
  return h(Polled, {
    poll,
    children: (/** @type {Row[]} */ [message]) =>
      message === undefined
        ? h("p", { role: "status" }, "The message is gone.")
        : h(GiveUp, { of, message, close }),
  });
}

/** @param {{of: Explanation, message: Row & {data?: unknown}, close: () => void}} props */
function GiveUp({ of, message, close }) {
  const body = (/** @type {boolean} */ force) => ({
    partitionId: message.partitionId,
    transactionId: message.transactionId,
    consumerGroup: of.group,
    error: "given up in the console",
    ...(force ? { force } : {}),
  });
  return h(Confirm, {
    title: `Give up offset ${number(message.offset)} of ${of.partition}`,
    button: "Make it a dead letter",
    onClose: close,
    request: (force) => ({ method: "POST", path: GIVE_UP, body: body(force) }),
    run: async (force) => {
      const { requestId } = await change("POST", GIVE_UP, { body: body(force) });
      tell(`Offset ${number(message.offset)} is a dead letter of ${groupName(of.group)}.`, {
        requestId,
      });
      refreshAll();
    },
    children: [
      h("p", {}, [
        h("span", { class: "mono" }, message.transactionId),
        ", pushed ",
        h(Instant, { at: message.createdAt }),
        ", becomes a dead letter of ",
        h("b", {}, groupName(of.group)),
        ", and the group goes on behind it. Other groups still get it. A redrive brings it back, as a",
        " new message at the end of the partition.",
      ]),
      h(Masked, { of: message }),
      !isHidden(message) && h(Payload, { data: message.data ?? null }),
    ],
  });
}

/**
 * The lease's end is a seek to where the cursor stands.
 * @param {{of: Explanation, cursor: number, close: () => void}} props
 */
function Release({ of, cursor, close }) {
  const place = { consumerGroup: of.group, queue: of.queue, partition: of.partition };
  const body = { ...place, offset: cursor, force: true };
  return h(Confirm, {
    title: `Release the lease on ${of.partition}`,
    button: `Free ${count(of.processing, "message")}`,
    onClose: close,
    request: () => ({ method: "POST", path: SEEK, body }),
    run: async () => {
      const { requestId } = await change("POST", SEEK, { body });
      tell(`The lease of ${groupName(of.group)} on ${of.partition} ended.`, { requestId });
      refreshAll();
    },
    children: [
      h("p", {}, [
        `The lease of ${groupName(of.group)} ends now. The next pop gets the messages from offset`,
        ` ${number(cursor)} on, in order, also those that were completed out of order.`,
      ]),
      h("p", {}, "Failed attempts are forgotten: each message gets all of its tries again."),
      of.lease &&
        h("p", { class: "note orange" }, [
          "Its consumer is not told, and may go on with its work until ",
          h(Instant, { at: of.lease.expiresAt }),
          ". Its acks are refused.",
        ]),
    ],
  });
}
