/** What an administrator may do with a partition: delete its messages, or all of it. */

import { count } from "../../lib/format.js";
import { may } from "../../lib/session.js";
import { go, href } from "../../lib/url.js";
import { ChangeDialog, counted } from "../../ui/change.js";
import { refreshAll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

const CLEAR = "/api/v1/queues/clear";
const DELETE = "/api/v1/resources/partitions/delete";

/** @param {{queue: string, name: string}} props */
export function Actions({ queue, name }) {
  const [open, setOpen] = useState("");
  if (!may("POST", DELETE)) {
    return null;
  }
  const close = () => setOpen("");
  return h("div", { class: "actions" }, [
    h("button", { type: "button", onClick: () => setOpen("clear") }, "Clear…"),
    h("button", { type: "button", onClick: () => setOpen("delete") }, "Delete…"),
    open === "clear" && h(Clear, { queue, name, close }),
    open === "delete" && h(Delete, { queue, name, close }),
  ]);
}

/** @param {{queue: string, name: string, close: () => void}} props */
function Clear({ queue, name, close }) {
  return h(ChangeDialog, {
    title: `Clear partition ${name}`,
    asked: { method: "POST", route: CLEAR, body: { queue, partition: name } },
    typed: name,
    noun: "partition's name",
    words: (preview) =>
      h(
        "p",
        {},
        `This deletes ${counted(preview, preview.deletedMessages, "message")} of ${queue}. The` +
          " partition, the places of groups in it and their dead letters stay. It cannot be undone.",
      ),
    button: (preview) => `Delete ${counted(preview, preview.deletedMessages, "message")}`,
    told: (answer) => `Deleted ${count(answer.deletedMessages, "message")} of ${name}.`,
    done: refreshAll,
    onClose: close,
  });
}

/** @param {{queue: string, name: string, close: () => void}} props */
function Delete({ queue, name, close }) {
  return h(ChangeDialog, {
    title: `Delete partition ${name}`,
    asked: { method: "POST", route: DELETE, body: { queue, partition: name } },
    typed: name,
    noun: "partition's name",
    words: (preview) =>
      h(
        "p",
        {},
        `This deletes ${counted(preview, preview.deletedMessages, "message")} of ${queue} and` +
          ` ${counted(preview, preview.deadLetters, "dead letter")}, and the places of groups in it.` +
          " The next push that names the partition makes it anew. It cannot be undone.",
      ),
    button: (preview) =>
      `Delete ${counted(preview, preview.deletedMessages, "message")} and the partition`,
    told: () => `Deleted the partition ${name}.`,
    done: () => go(href("queue", { name: queue }), { replace: true }),
    onClose: close,
  });
}
