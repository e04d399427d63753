/** What may be done with a group: pause and resume it, move it, delete it. */

import { send } from "../../lib/api.js";
import { count } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { may } from "../../lib/session.js";
import { ChangeDialog, counted } from "../../ui/change.js";
import { tell, tellError } from "../../ui/toast.js";
import { refreshAll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { Seek } from "./seek.js";
import { Start } from "./start.js";

/**
 * @typedef {"seek" | "start" | "delete" | "delete everywhere"} Change
 * @typedef {import("../../lib/types").GroupPlace} Place
 */

const GROUP = "/api/v1/consumer-groups/{group}";
const ON_QUEUE = `${GROUP}/queues/{queue}`;
const PAUSE = "/api/v1/consumer-groups/pause";
const RESUME = "/api/v1/consumer-groups/resume";

/**
 * @param {{group: string, queue: string, of: Place, onChange: (change: Change) => void}} props
 */
export function Actions({ group, queue, of, onChange }) {
  if (!may("POST", PAUSE)) {
    return null;
  }
  const isPaused = of.pausedAt !== null;
  const body = { consumerGroup: group, queue };
  const turn = async (/** @type {string} */ route, /** @type {string} */ done) => {
    try {
      await send("POST", route, { body });
      tell(`${groupName(group)} is ${done} on ${queue}.`, {
        undo: () => turn(route === PAUSE ? RESUME : PAUSE, route === PAUSE ? "resumed" : "paused"),
      });
      refreshAll();
    } catch (error) {
      tellError(error);
    }
  };
  const button = (/** @type {Change} */ change, /** @type {string} */ title) =>
    h("button", { type: "button", onClick: () => onChange(change) }, title);
  return h("div", { class: "actions" }, [
    h(
      "button",
      {
        type: "button",
        onClick: () => (isPaused ? turn(RESUME, "resumed") : turn(PAUSE, "paused")),
      },
      isPaused ? "Resume" : "Pause",
    ),
    button("seek", "Seek…"),
    of.subscriptionMode !== null && button("start", "Change the start…"),
    may("DELETE", GROUP) && button("delete", "Delete on this queue…"),
    may("DELETE", GROUP) && button("delete everywhere", "Delete everywhere…"),
  ]);
}

/**
 * @param {{change: Change, group: string, queue: string, close: () => void, onGone: () => void}} props
 */
export function Change({ change, group, queue, close, onGone }) {
  if (change === "seek") {
    return h(Seek, { group, queue, onClose: close, done: refreshAll });
  }
  if (change === "start") {
    return h(Start, { group, onClose: close, done: refreshAll });
  }
  const gone = () => {
    onGone();
    // The dialog asks for the group until it has left the page.
    setTimeout(refreshAll);
  };
  return h(Delete, {
    group,
    queue: change === "delete" ? queue : null,
    onClose: close,
    done: gone,
  });
}

/** @param {{group: string, queue: string | null, onClose: () => void, done: () => void}} props */
function Delete({ group, queue, onClose, done }) {
  const where = queue === null ? "on every queue" : `on ${queue}`;
  const path = /** @type {Record<string, string>} */ (
    queue === null ? { group } : { group, queue }
  );
  return h(ChangeDialog, {
    title: `Delete ${groupName(group)} ${where}`,
    asked: { method: "DELETE", route: queue === null ? GROUP : ON_QUEUE, path },
    typed: group,
    noun: "group's name",
    words: (preview) => [
      h(
        "p",
        {},
        `This deletes its cursors in ${counted(preview, preview.deletedPartitions, "partition")},` +
          ` ${counted(preview, preview.deadLettersDeleted, "dead letter")} and` +
          ` ${count(preview.subscriptionsDeleted, "subscription")}. It cannot be undone.`,
      ),
      h("p", {}, preview.nextPop),
    ],
    button: (preview) =>
      `Delete the group in ${counted(preview, preview.deletedPartitions, "partition")}`,
    told: (answer) => `Deleted ${groupName(group)} ${where}. ${answer.nextPop}`,
    done,
    onClose,
  });
}
