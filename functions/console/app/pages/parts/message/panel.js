/** One message beside a list: where it is, what it holds, what each group made of it. */

import { get } from "../../../lib/api.js";
import { bytes, cut, number } from "../../../lib/format.js";
import { stringify } from "../../../lib/json.js";
import { groupName } from "../../../lib/sentences.js";
import { href } from "../../../lib/url.js";
import { Badge } from "../../../ui/badge.js";
import { CopyButton, CurlButton } from "../../../ui/copy.js";
import { Instant } from "../../../ui/instant.js";
import { Name } from "../../../ui/name.js";
import { isHidden, Masked, Payload, useReveal } from "../../../ui/payload.js";
import { Polled } from "../../../ui/states.js";
import { usePoll } from "../../../ui/use.js";
import { h } from "../../../vendor/preact.js";
import { Actions } from "./actions.js";
import { Content } from "./content.js";

/** @typedef {import("../../../lib/types").Answer<"/api/v1/messages/{partitionId}/{transactionId}">} Whole */

/** Characters of an id in a list: of a UUID the beginning, which is its time, and the end. */
const MOST = 20;

/** @type {Record<string, string>} the colour of a status */
const TONES = { processing: "blue", delayed: "yellow", failed: "red", dead: "red" };

/** @param {{status: string}} props */
export function Status({ status }) {
  return h(Badge, { tone: TONES[status] ?? "plain" }, status);
}

/**
 * A message's id in a list, which opens the message beside the list.
 * @param {{transactionId: string, isOpen: boolean, onToggle: () => void}} props
 */
export function OpenButton({ transactionId, isOpen, onToggle }) {
  const shown = cut(transactionId, MOST);
  return h(
    "button",
    {
      type: "button",
      class: shown === transactionId ? "link mono" : "link mono cut",
      "aria-expanded": isOpen,
      title: transactionId,
      onClick: onToggle,
    },
    shown === transactionId
      ? shown
      : [
          h("span", { "aria-hidden": "true" }, shown),
          h("span", { class: "unseen" }, transactionId),
        ],
  );
}

/**
 * @param {{partitionId: string, transactionId: string, onClose: () => void, as: string,
 *   onAs: (as: string) => void, hidden?: boolean, onChange?: () => void}} props
 */
export function OneMessage({
  partitionId,
  transactionId,
  onClose,
  as,
  onAs,
  hidden = false,
  onChange,
}) {
  const path = { partitionId, transactionId };
  const poll = usePoll(
    (signal) => get("/api/v1/messages/{partitionId}/{transactionId}", { path, signal }),
    "live",
    [partitionId, transactionId],
  );
  const { revealed, reveal } = useReveal(() =>
    get("/api/v1/messages/{partitionId}/{transactionId}", { path, query: { reveal: true } }),
  );
  const changed = () => {
    poll.refresh();
    onChange?.();
  };
  const gone = () => {
    onClose();
    onChange?.();
  };
  return h("aside", { class: "panel", "aria-label": "Message" }, [
    h("div", { class: "actions" }, [
      h("h3", {}, h(Name, { name: transactionId, most: 36 })),
      h(CopyButton, { text: () => transactionId, title: "Copy id" }),
      h("span", { class: "grow" }),
      h("button", { type: "button", class: "quiet", onClick: onClose }, "Close"),
    ]),
    h(Polled, {
      poll,
      children: (/** @type {Whole} */ found) => {
        const of = revealed(found);
        return h("div", {}, [
          h(Place, { of }),
          !hidden && h(Masked, { of, onReveal: reveal }),
          shownPayload(of, hidden, as, onAs),
          of.headers && !hidden && [h("h4", {}, "Headers"), h(Payload, { data: of.headers })],
          h(Groups, { of }),
          h(Actions, { of, onChange: changed, onGone: gone }),
          h(CurlButton, {
            request: {
              method: "GET",
              path: `/api/v1/messages/${encodeURIComponent(partitionId)}/${encodeURIComponent(transactionId)}`,
            },
          }),
        ]);
      },
    }),
  ]);
}

/**
 * @param {Whole} of
 * @param {boolean} hidden
 * @param {string} as
 * @param {(as: string) => void} onAs
 */
function shownPayload(of, hidden, as, onAs) {
  if (of.decryptionError) {
    return h("p", { class: "note red" }, of.decryptionError);
  }
  if (hidden) {
    return h("p", { class: "muted" }, "Payloads are hidden.");
  }
  return isHidden(of) ? null : h(Content, { data: of.data, queue: of.queue, as, onAs });
}

/** @param {unknown} data */
function jsonBytes(data) {
  return new TextEncoder().encode(stringify(data)).length;
}

/** @param {{of: Whole}} props */
function Place({ of }) {
  /** @type {[string, any][]} */
  const facts = [
    ["Queue", h(Name, { name: of.queue, href: href("queue", { name: of.queue }) })],
    [
      "Partition",
      h(Name, {
        name: of.partition,
        href: href("partition", { queue: of.queue, name: of.partition }),
      }),
    ],
    ["Offset", number(of.offset)],
    ["Pushed", h(Instant, { at: of.createdAt })],
    ["Payload", of.decryptionError || isHidden(of) ? "–" : bytes(jsonBytes(of.data))],
  ];
  if (of.dueAt) {
    facts.push(["Due", h(Instant, { at: of.dueAt })]);
  }
  if (of.key !== null) {
    facts.push(["Key", h(Name, { name: of.key })]);
  }
  if (of.traceId) {
    const link = href("messages", { traceId: of.traceId });
    facts.push(["Trace", h(Name, { name: of.traceId, href: link })]);
  }
  if (of.producerSub) {
    facts.push(["Pushed by", h(Name, { name: of.producerSub })]);
  }
  return h(
    "dl",
    { class: "inline" },
    facts.map(([title, value]) =>
      h("div", { key: title }, [h("dt", {}, title), h("dd", {}, value)]),
    ),
  );
}

/** @param {{of: Whole}} props */
function Groups({ of }) {
  if (of.consumerGroups.length === 0) {
    return h("p", { class: "muted" }, "No group follows the partition yet.");
  }
  return h(
    "ul",
    { class: "lines" },
    of.consumerGroups.map((each) =>
      h("li", { key: each.consumerGroup }, [
        h(Name, { name: groupName(each.consumerGroup) }),
        " ",
        h(Status, { status: each.status }),
        each.attempts > 0 && ` ${number(each.attempts)} failed`,
        each.failedAt && [", last ", h(Instant, { at: each.failedAt, only: "relative" })],
        each.errorMessage && h("span", { class: "muted" }, ` “${each.errorMessage}”`),
        each.deadLetter && h("span", { class: "muted" }, ` letter: ${each.deadLetter.reason}`),
        each.processingAt && [" since ", h(Instant, { at: each.processingAt, only: "clock" })],
        each.leaseExpiresAt && [", leased until ", h(Instant, { at: each.leaseExpiresAt })],
      ]),
    ),
  );
}
