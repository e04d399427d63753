/** One dead letter, whole: its error, its last attempts, its payload; retry and delete. */

import { get, send } from "../../lib/api.js";
import { groupName } from "../../lib/sentences.js";
import { may } from "../../lib/session.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Confirm } from "../../ui/confirm.js";
import { CurlButton } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { isHidden, Masked, Payload, useReveal } from "../../ui/payload.js";
import { Polled } from "../../ui/states.js";
import { tell, tellError } from "../../ui/toast.js";
import { usePoll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Reproduce } from "../parts/reproduce/later.js";
import { ROUTE } from "./redrives.js";

/** @typedef {import("../../lib/types").Answer<"/api/v1/dlq">} Found */
/** @typedef {import("./letters.js").Letter} Letter */

/** @param {{id: string, onClose: () => void, refresh: () => Promise<void>}} props */
export function Panel({ id, onClose, refresh }) {
  const poll = usePoll(
    (signal) => get("/api/v1/dlq", { query: { ids: id, limit: 1 }, signal }),
    "steady",
    [id],
  );
  const { revealed, reveal } = useReveal(() => inTheClear(id));
  return h("aside", { class: "panel", "aria-label": "Dead letter" }, [
    h(Polled, {
      poll,
      children: (/** @type {Found} */ found) =>
        found.messages[0]
          ? h(Whole, { of: revealed(found.messages[0]), reveal, onClose, refresh })
          : h("div", {}, [
              h("p", { class: "muted" }, "This letter is gone: it was redriven or deleted."),
              h("button", { type: "button", class: "quiet", onClick: onClose }, "Close"),
            ]),
    }),
  ]);
}

/**
 * @param {{of: Letter, reveal: () => Promise<void>, onClose: () => void,
 *   refresh: () => Promise<void>}} props
 */
function Whole({ of, reveal, onClose, refresh }) {
  return h("div", {}, [
    h("div", { class: "actions" }, [
      h("h3", {}, h(Name, { name: of.transactionId, most: 36 })),
      h("span", { class: "grow" }),
      h("button", { type: "button", class: "quiet", onClick: onClose }, "Close"),
    ]),
    h("p", {}, [
      h(Badge, { tone: "red" }, of.reason.replaceAll("_", " ")),
      " ",
      h("span", { class: "mono" }, groupName(of.consumerGroup)),
      " gave it up ",
      h(Instant, { at: of.failedAt }),
    ]),
    h("p", { class: "small" }, [
      "offset ",
      String(of.offset),
      " of ",
      h(Name, {
        name: of.partition,
        href: href("partition", { queue: of.queue, name: of.partition, group: of.consumerGroup }),
      }),
      " of ",
      h(Name, { name: of.queue, href: href("queue", { name: of.queue }) }),
      " · pushed ",
      h(Instant, { at: of.createdAt }),
    ]),
    h("h4", {}, "Error"),
    h(
      "pre",
      { class: "mono error", tabIndex: 0, role: "region", "aria-label": "error" },
      of.errorMessage || "(none)",
    ),
    h(Attempts, { of }),
    h(Buttons, { of, onClose, refresh }),
    h(Masked, { of, onReveal: reveal }),
    of.decryptionError
      ? h("p", { class: "note red" }, of.decryptionError)
      : !isHidden(of) && h(Payload, { data: of.data }),
    of.headers && [h("h4", {}, "Headers"), h(Payload, { data: of.headers })],
  ]);
}

/**
 * The letter as it was pushed; none is there where it was redriven or deleted meanwhile.
 * @param {string} id
 */
async function inTheClear(id) {
  const found = await get("/api/v1/dlq", { query: { ids: id, limit: 1, reveal: true } });
  const [letter] = found.messages;
  if (letter === undefined) {
    throw new Error("This letter is gone: it was redriven or deleted.");
  }
  return letter;
}

/** @param {{of: Letter}} props */
function Attempts({ of }) {
  if (of.lastAttempts.length === 0) {
    return null;
  }
  return h("div", {}, [
    h("h4", {}, `Last attempts, of ${of.retryCount}`),
    h(
      "ol",
      { class: "lines" },
      of.lastAttempts.map((each) =>
        h("li", { key: each.at }, [
          h(Instant, { at: each.at }),
          " ",
          h("span", { class: "mono small" }, each.error),
        ]),
      ),
    ),
  ]);
}

/** @param {{of: Letter, onClose: () => void, refresh: () => Promise<void>}} props */
function Buttons({ of, onClose, refresh }) {
  const [deleting, setDeleting] = useState(false);
  const [reproducing, setReproducing] = useState(false);
  const body = { queue: of.queue, consumerGroup: of.consumerGroup, ids: [of.id] };
  const retry = async () => {
    try {
      const done = await send("POST", ROUTE, { body });
      tell(
        done.messages === 0
          ? "It was redriven or deleted meanwhile."
          : `Sent again: a new message at the end of ${of.partition}.`,
      );
      onClose();
      await refresh();
    } catch (error) {
      tellError(error);
    }
  };
  return h("div", { class: "actions" }, [
    may("POST", ROUTE) && h("button", { type: "button", onClick: retry }, "Retry"),
    may("DELETE", "/api/v1/dlq/{id}") &&
      h("button", { type: "button", onClick: () => setDeleting(true) }, "Delete…"),
    may("POST", ROUTE) && h(CurlButton, { request: { method: "POST", path: ROUTE, body } }),
    !of.decryptionError &&
      h(
        "button",
        { type: "button", class: "quiet", onClick: () => setReproducing(true) },
        "Reproduce as test…",
      ),
    h(
      "a",
      {
        href: href("messages", {
          queue: of.queue,
          transactionId: of.transactionId,
          show: `${of.partitionId}/${of.transactionId}`,
        }),
      },
      "The message",
    ),
    reproducing &&
      h(Reproduce, {
        load: async (reveal) => [reveal ? await inTheClear(of.id) : of],
        group: of.consumerGroup,
        onClose: () => setReproducing(false),
      }),
    deleting && h(Delete, { of, close: () => setDeleting(false), onClose, refresh }),
  ]);
}

/** @param {{of: Letter, close: () => void, onClose: () => void, refresh: () => Promise<void>}} props */
function Delete({ of, close, onClose, refresh }) {
  return h(Confirm, {
    title: `Delete the dead letter ${of.transactionId}`,
    button: "Delete 1 dead letter",
    onClose: close,
    request: () => ({ method: "DELETE", path: `/api/v1/dlq/${of.id}` }),
    run: async () => {
      await send("DELETE", "/api/v1/dlq/{id}", { path: { id: of.id } });
      tell(`Deleted the dead letter ${of.transactionId}.`);
      onClose();
      await refresh();
    },
    children: h("p", {}, "This deletes it with its payload. It cannot be undone."),
  });
}
