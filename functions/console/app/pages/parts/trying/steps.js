/** The three steps: push, pop, ack. */

import { address, send } from "../../../lib/api.js";
import { parse } from "../../../lib/json.js";
import { duration, now, toMs } from "../../../lib/time.js";
import { href } from "../../../lib/url.js";
import { TextField } from "../../../ui/field.js";
import { Payload } from "../../../ui/payload.js";
import { tellError } from "../../../ui/toast.js";
import { useState } from "../../../vendor/hooks.js";
import { h } from "../../../vendor/preact.js";
import { GROUP, PARTITION, QUEUE } from "./names.js";

/** @typedef {import("./trying.js").Tried} Tried */
/** @typedef {(more: Partial<Tried>, request: import("../../../lib/copy.js").Request) => void} Learn */

/**
 * An action of a button, with the error told.
 * @param {() => Promise<void>} run
 */
function useAction(run) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      tellError(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, act };
}

/** @param {{number: number, title: string, open: boolean, children?: any}} props */
function Step({ number, title, open, children }) {
  return h("li", { class: open ? "step open" : "step" }, [
    h("h2", {}, [h("span", { class: "muted" }, `${number} `), title]),
    children,
  ]);
}

/** @param {{tried: Tried, learn: Learn}} props */
export function PushStep({ tried, learn }) {
  const [text, setText] = useState('{"hello": "world"}');
  const [problem, setProblem] = useState("");
  const push = async (/** @type {string | undefined} */ transactionId) => {
    let payload;
    try {
      payload = parse(text);
      setProblem("");
    } catch (error) {
      setProblem(`This is not JSON: ${/** @type {Error} */ (error).message}`);
      return;
    }
    const item = {
      queue: QUEUE,
      partition: PARTITION,
      transactionId: transactionId ?? `try-${Date.now()}`,
      payload,
    };
    const body = { items: [item] };
    const [pushed] = await send("POST", "/api/v1/push", { body });
    learn(
      { pushed: { ...pushed, transactionId: item.transactionId }, popped: null, verdict: "" },
      { method: "POST", path: "/api/v1/push", body },
    );
  };
  const first = useAction(() => push(undefined));
  const again = useAction(() => push(tried.pushed?.transactionId));
  const { pushed } = tried;
  return h(Step, { number: 1, title: "Push a message", open: true }, [
    h("p", { class: "muted" }, [
      "into queue ",
      h("b", { class: "mono" }, QUEUE),
      ", partition ",
      h("b", { class: "mono" }, PARTITION),
    ]),
    h(TextField, {
      label: "Payload, any JSON",
      value: text,
      onInput: setText,
      mono: true,
      wide: true,
    }),
    problem && h("p", { class: "note red", role: "alert" }, problem),
    h("div", { class: "actions" }, [
      h(
        "button",
        { type: "button", class: "main", disabled: first.busy, onClick: first.act },
        "Push",
      ),
      pushed &&
        h(
          "button",
          { type: "button", disabled: again.busy, onClick: again.act },
          "Push the same id twice",
        ),
    ]),
    pushed &&
      h(
        "p",
        { class: "outcome", role: "status" },
        pushed.status === "duplicate"
          ? "Not stored again: the partition has a message with this transactionId. A push whose answer was lost may be repeated."
          : [
              "Stored as ",
              h("span", { class: "mono" }, pushed.transactionId),
              ". ",
              h(
                "a",
                { href: href("partition", { queue: QUEUE, name: PARTITION }) },
                "See the partition",
              ),
            ],
      ),
  ]);
}

/** @param {{tried: Tried, learn: Learn}} props */
export function PopStep({ tried, learn }) {
  const [asked, setAsked] = useState(false);
  const pop = useAction(async () => {
    const of = { path: { queue: QUEUE }, query: { consumerGroup: GROUP, leaseSeconds: 60 } };
    const popped = await send("GET", "/api/v1/pop/queue/{queue}", of);
    setAsked(true);
    learn(
      { popped, verdict: "" },
      { method: "GET", path: address("/api/v1/pop/queue/{queue}", of) },
    );
  });
  const message = tried.popped?.messages?.[0];
  return h(Step, { number: 2, title: "Pop it", open: tried.pushed !== null }, [
    h("p", { class: "muted" }, [
      "as group ",
      h("b", { class: "mono" }, GROUP),
      ", with a lease of 60 s",
    ]),
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        {
          type: "button",
          class: tried.pushed && !message ? "main" : "",
          disabled: pop.busy,
          onClick: pop.act,
        },
        "Pop",
      ),
    ),
    asked &&
      !message &&
      h(
        "p",
        { class: "outcome", role: "status" },
        "Nothing to hand out: the group is done with all messages, or its last lease still holds the partition.",
      ),
    message &&
      h("div", { class: "outcome", role: "status" }, [
        h("p", {}, [
          "Got offset ",
          h("b", { class: "mono" }, String(message.offset)),
          " of ",
          h("span", { class: "mono" }, message.partition),
          ", attempt ",
          String(message.deliveryAttempt),
          ". ",
          tried.verdict === "" && h(Lease, { until: tried.popped.expiresAt }),
        ]),
        h(Payload, { data: message.data }),
      ]),
  ]);
}

/** @param {{until: string}} props */
function Lease({ until }) {
  const left = (toMs(until) - now.value) / 1000;
  return left > 0
    ? `The lease ends in ${duration(Math.round(left))}; until then nobody else gets this partition.`
    : "The lease ran out: the message failed once, and the next pop gets it again.";
}

const TOLD = {
  completed: "Done: the group's cursor moved past it, and it never comes again to this group.",
  failed:
    "Failed: it comes again after the retry delay. After its retries it becomes a dead letter.",
};

/** @param {{tried: Tried, learn: Learn}} props */
export function AckStep({ tried, learn }) {
  const message = tried.popped?.messages?.[0];
  const ack = (/** @type {"completed" | "failed"} */ status) => async () => {
    const body = {
      transactionId: message.transactionId,
      partitionId: message.partitionId,
      leaseId: message.leaseId,
      consumerGroup: GROUP,
      status,
      ...(status === "failed" ? { error: "failed on purpose" } : {}),
    };
    const [outcome] = await send("POST", "/api/v1/ack", { body });
    const verdict = outcome.success ? TOLD[status] : `Refused: ${outcome.error}.`;
    learn({ verdict }, { method: "POST", path: "/api/v1/ack", body });
  };
  const done = useAction(ack("completed"));
  const failed = useAction(ack("failed"));
  return h(Step, { number: 3, title: "Say that it is done", open: Boolean(message) }, [
    h("p", { class: "muted" }, "or that it failed, or let the lease run out and pop again"),
    h("div", { class: "actions" }, [
      h(
        "button",
        {
          type: "button",
          class: message && !tried.verdict ? "main" : "",
          disabled: !message || done.busy,
          onClick: done.act,
        },
        "Done",
      ),
      h(
        "button",
        { type: "button", disabled: !message || failed.busy, onClick: failed.act },
        "It failed",
      ),
    ]),
    tried.verdict && h("p", { class: "outcome", role: "status" }, tried.verdict),
    tried.verdict && h(Next, {}),
  ]);
}

function Next() {
  return h("p", {}, [
    "Next: ",
    h("a", { href: href("queue", { name: QUEUE }) }, "what the queue keeps"),
    ", or ",
    h("a", { href: href("push") }, "a queue of your own"),
    ".",
  ]);
}
