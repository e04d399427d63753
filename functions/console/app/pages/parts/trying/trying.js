/** Push, pop, ack: three buttons, what they answer, and what they send. */

import { send } from "../../../lib/api.js";
import { may } from "../../../lib/session.js";
import { Confirm } from "../../../ui/confirm.js";
import { tell } from "../../../ui/toast.js";
import { useState } from "../../../vendor/hooks.js";
import { h } from "../../../vendor/preact.js";
import { GROUP, QUEUE } from "./names.js";
import { Programs } from "./programs.js";
import { AckStep, PopStep, PushStep } from "./steps.js";

/**
 * @typedef {object} Tried
 * @property {import("../../../lib/copy.js").Request[]} requests in order, as they were sent
 * @property {any} pushed
 * @property {any} popped the pop's answer; null: there was nothing
 * @property {string} verdict
 */

/** @type {Tried} */
const NOTHING = { requests: [], pushed: null, popped: null, verdict: "" };

/** @param {{code: string, onCode: (code: string) => void}} props */
export function Trying({ code, onCode }) {
  const [tried, setTried] = useState(NOTHING);
  const [removing, setRemoving] = useState(false);
  const mayTry = may("POST", "/api/v1/push");
  const mayRemove = may("DELETE", "/api/v1/resources/queues/{queue}");
  if (!mayTry) {
    return h(
      "p",
      { class: "note" },
      "Trying it out sends messages, which needs the role read-write. Yours is read-only.",
    );
  }
  const learn = (
    /** @type {Partial<Tried>} */ more,
    /** @type {import("../../../lib/copy.js").Request} */ request,
  ) => setTried({ ...tried, ...more, requests: [...(more.pushed ? [] : tried.requests), request] });
  return h("div", {}, [
    h("p", { class: "lead" }, [
      "A queue keeps messages in partitions. A consumer of a group pops the oldest message of a partition,",
      " holds the partition while it works, and acks the message when it is done.",
    ]),
    h("div", { class: "trying" }, [
      h("ol", { class: "steps" }, [
        h(PushStep, { tried, learn }),
        h(PopStep, { tried, learn }),
        h(AckStep, { tried, learn }),
      ]),
      h(Programs, { code, onCode, requests: tried.requests }),
    ]),
    mayRemove &&
      h("p", { class: "muted" }, [
        `All of this happens in the queue ${QUEUE}, for the group ${GROUP}. `,
        h(
          "button",
          { type: "button", class: "quiet", onClick: () => setRemoving(true) },
          "Remove what I made",
        ),
      ]),
    removing && h(Remove, { onClose: () => setRemoving(false), onDone: () => setTried(NOTHING) }),
  ]);
}

/** @param {{onClose: () => void, onDone: () => void}} props */
function Remove({ onClose, onDone }) {
  const address = `/api/v1/resources/queues/${QUEUE}`;
  return h(Confirm, {
    title: `Delete queue ${QUEUE}`,
    button: `Delete ${QUEUE}`,
    typed: QUEUE,
    noun: "queue's name",
    onClose,
    request: () => ({ method: "DELETE", path: address }),
    run: async () => {
      await send("DELETE", "/api/v1/resources/queues/{queue}", { path: { queue: QUEUE } });
      tell(`Deleted ${QUEUE} with its messages.`);
      onDone();
    },
    children: h(
      "p",
      {},
      `The queue ${QUEUE} goes, with its messages and the place of the group ${GROUP} in it. It cannot be undone.`,
    ),
  });
}
