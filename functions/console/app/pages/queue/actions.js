/** What an administrator may do with a queue: stop pushes or pops, clear it, delete it. */

import { send } from "../../lib/api.js";
import { count } from "../../lib/format.js";
import { may } from "../../lib/session.js";
import { go, href } from "../../lib/url.js";
import { ChangeDialog, counted } from "../../ui/change.js";
import { Confirm } from "../../ui/confirm.js";
import { tell } from "../../ui/toast.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").Queue} Queue */
/** @typedef {"push" | "pop" | "clear" | "delete"} Action */

const ROUTES = /** @type {const} */ ({
  push: "/api/v1/system/maintenance",
  pop: "/api/v1/system/maintenance/pop",
  clear: "/api/v1/queues/clear",
  delete: "/api/v1/resources/queues/{queue}",
});

/** @param {{of: Queue, refresh: () => Promise<void>}} props */
export function Actions({ of, refresh }) {
  const [open, setOpen] = useState(/** @type {Action | null} */ (null));
  if (!may("DELETE", ROUTES.delete)) {
    return null;
  }
  const close = () => setOpen(null);
  const button = (/** @type {Action} */ action, /** @type {string} */ title) =>
    h("button", { type: "button", onClick: () => setOpen(action) }, title);
  return h("div", { class: "actions" }, [
    button("push", of.pushMaintenance ? "Allow pushes" : "Stop pushes"),
    button("pop", of.popMaintenance ? "Allow pops" : "Stop pops"),
    button("clear", "Clear…"),
    button("delete", "Delete…"),
    (open === "push" || open === "pop") && h(Switch, { of, kind: open, close, refresh }),
    open === "clear" && h(Clear, { of, close, refresh }),
    open === "delete" && h(Delete, { of, close }),
  ]);
}

/** @param {{of: Queue, kind: "push" | "pop", close: () => void, refresh: () => Promise<void>}} props */
function Switch({ of, kind, close, refresh }) {
  const isStopped = kind === "push" ? of.pushMaintenance : of.popMaintenance;
  const body = { enabled: !isStopped, queue: of.name };
  const words = {
    push: isStopped
      ? "Producers may push into this queue again."
      : "Each push into this queue is refused with 503 and Retry-After until you allow pushes again. Pops and acks go on.",
    pop: isStopped
      ? "Consumers get messages of this queue again."
      : "Pops of this queue find nothing (204) until you allow pops again. Pushes, acks and leases go on.",
  };
  const verb = `${isStopped ? "Allow" : "Stop"} ${kind === "push" ? "pushes" : "pops"}`;
  return h(Confirm, {
    title: `${verb} of ${of.name}`,
    button: verb,
    onClose: close,
    request: () => ({ method: "POST", path: ROUTES[kind], body }),
    run: async () => {
      await send("POST", ROUTES[kind], { body });
      tell(`${verb}: done for ${of.name}.`);
      await refresh();
    },
    children: h("p", {}, words[kind]),
  });
}

/** @param {{of: Queue, close: () => void, refresh: () => Promise<void>}} props */
function Clear({ of, close, refresh }) {
  return h(ChangeDialog, {
    title: `Clear queue ${of.name}`,
    asked: { method: "POST", route: ROUTES.clear, body: { queue: of.name } },
    typed: of.name,
    noun: "queue's name",
    words: (preview) =>
      h(
        "p",
        {},
        `This deletes ${counted(preview, preview.deletedMessages, "message")} in` +
          ` ${count(preview.partitions, "partition")}. The queue, its partitions, its groups and` +
          " their dead letters stay. It cannot be undone.",
      ),
    button: (preview) => `Delete ${counted(preview, preview.deletedMessages, "message")}`,
    told: (answer) => `Deleted ${count(answer.deletedMessages, "message")} of ${of.name}.`,
    done: refresh,
    onClose: close,
  });
}

/** @param {{of: Queue, close: () => void}} props */
function Delete({ of, close }) {
  return h(ChangeDialog, {
    title: `Delete queue ${of.name}`,
    asked: { method: "DELETE", route: ROUTES.delete, path: { queue: of.name } },
    typed: of.name,
    noun: "queue's name",
    words: (preview) =>
      h(
        "p",
        {},
        `This deletes ${counted(preview, preview.deletedMessages, "message")} in` +
          ` ${count(preview.partitions, "partition")}, and` +
          ` ${counted(preview, preview.deadLetters, "dead letter")}. Subscriptions stay. It cannot` +
          " be undone.",
      ),
    button: (preview) =>
      `Delete ${counted(preview, preview.deletedMessages, "message")} and the queue`,
    told: () => `Deleted the queue ${of.name}.`,
    done: () => go(href("queues"), { replace: true }),
    onClose: close,
  });
}
