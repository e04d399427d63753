/** What an administrator may do with a queue: stop pushes or pops, clear it, delete it. */

import { get, send } from "../../lib/api.js";
import { count } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { may } from "../../lib/session.js";
import { go, href } from "../../lib/url.js";
import { Confirm } from "../../ui/confirm.js";
import { Loading } from "../../ui/states.js";
import { tell } from "../../ui/toast.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").Queue} Queue */
/** @typedef {"push" | "pop" | "clear" | "delete"} Action */

const ROUTES = /** @type {const} */ ({
  push: "/api/v1/system/maintenance",
  pop: "/api/v1/system/maintenance/pop",
  clear: "/api/v1/queues/{queue}/clear",
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

/**
 * The numbers of now, which a dialog promises.
 * @param {Queue} of
 */
function useNow(of) {
  const [now, setNow] = useState(/** @type {Queue | null} */ (null));
  useEffect(() => {
    const asked = { path: { queue: of.name }, query: { limit: 1, live: true } };
    get("/api/v1/resources/queues/{queue}", asked).then(
      (found) => setNow(/** @type {Queue} */ (found)),
      () => setNow(of),
    );
  }, []);
  return now;
}

/** @param {{of: Queue}} props */
function Unfinished({ of }) {
  const told = of.groups.filter((each) => each.open > 0).slice(0, 5);
  return h("div", {}, [
    told.length > 0 &&
      h("p", {}, [
        "Not finished: ",
        told.map((each) => `${groupName(each.name)} ${each.open}`).join(" · "),
        ".",
      ]),
    of.totals.processing > 0 &&
      h(
        "p",
        { class: "note orange" },
        `Consumers hold ${count(of.totals.processing, "message")} now.`,
      ),
  ]);
}

/** @param {{of: Queue, close: () => void, refresh: () => Promise<void>}} props */
function Clear({ of, close, refresh }) {
  const now = useNow(of);
  if (now === null) {
    return h(Loading, {});
  }
  const asked = (/** @type {boolean} */ force) => ({
    path: { queue: of.name },
    query: force ? { force } : {},
  });
  const path = (/** @type {boolean} */ force) =>
    `/api/v1/queues/${encodeURIComponent(of.name)}/clear${force ? "?force=true" : ""}`;
  return h(Confirm, {
    title: `Clear queue ${of.name}`,
    button: `Delete ${count(now.totals.total, "message")}`,
    typed: of.name,
    noun: "queue's name",
    onClose: close,
    request: (force) => ({ method: "DELETE", path: path(force) }),
    run: async (force) => {
      const cleared = await send("DELETE", ROUTES.clear, asked(force));
      tell(`Deleted ${count(cleared.deletedMessages, "message")} of ${of.name}.`);
      await refresh();
    },
    children: [
      h(
        "p",
        {},
        `This deletes ${count(now.totals.total, "message")} in ${count(now.total, "partition")}.` +
          " The queue, its partitions, its groups and their dead letters stay. It cannot be undone.",
      ),
      h(Unfinished, { of: now }),
    ],
  });
}

/** @param {{of: Queue, close: () => void}} props */
function Delete({ of, close }) {
  const now = useNow(of);
  if (now === null) {
    return h(Loading, {});
  }
  const { totals } = now;
  return h(Confirm, {
    title: `Delete queue ${of.name}`,
    button: `Delete ${count(totals.total, "message")} and the queue`,
    typed: of.name,
    noun: "queue's name",
    onClose: close,
    request: () => ({
      method: "DELETE",
      path: `/api/v1/resources/queues/${encodeURIComponent(of.name)}`,
    }),
    run: async () => {
      await send("DELETE", ROUTES.delete, { path: { queue: of.name } });
      tell(`Deleted the queue ${of.name}.`);
      go(href("queues"), { replace: true });
    },
    children: [
      h(
        "p",
        {},
        `This deletes ${count(totals.total, "message")} in ${count(now.total, "partition")}, and` +
          ` ${count(totals.deadLetter, "dead letter")}. Subscriptions stay. It cannot be undone.`,
      ),
      h(Unfinished, { of: now }),
    ],
  });
}
