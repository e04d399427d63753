/** Push: a message into any queue, typed or copied from another one. */

import { get, send } from "../../lib/api.js";
import { hasToken, may } from "../../lib/session.js";
import { href } from "../../lib/url.js";
import { CurlButton } from "../../ui/copy.js";
import { Name } from "../../ui/name.js";
import { Masked, useReveal } from "../../ui/payload.js";
import { Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { copied, EMPTY, Form, message, outlook } from "./form.js";
import { Programs } from "./programs.js";

/** @typedef {{queue: string, partition: string, copy: string}} State */
/** @typedef {import("../../lib/types").Answer<"/api/v1/messages/{partitionId}/{transactionId}">} Whole */

/** @type {import("../index.js").Page} */
export const page = { state: { queue: "", partition: "", copy: "" }, View };

/** @param {{state: State}} props */
function View({ state }) {
  return h("div", {}, [
    h("h1", {}, "Push a message"),
    !may("POST", "/api/v1/push")
      ? h("p", { class: "note" }, "Pushing needs the role read-write. Yours is read-only.")
      : state.copy === ""
        ? h(Pushing, {
            typed: { ...EMPTY, queue: state.queue, partition: state.partition },
            key: "new",
          })
        : h(Copied, { place: state.copy, key: state.copy }),
  ]);
}

/** @param {{place: string}} props */
function Copied({ place }) {
  const [partitionId = "", ...rest] = place.split("/");
  const path = { partitionId, transactionId: rest.join("/") };
  const poll = usePoll(
    (signal) => get("/api/v1/messages/{partitionId}/{transactionId}", { path, signal }),
    "heavy",
    [place],
  );
  const { revealed, reveal } = useReveal(() =>
    get("/api/v1/messages/{partitionId}/{transactionId}", { path, query: { reveal: true } }),
  );
  return h(Polled, {
    poll,
    children: (/** @type {Whole} */ found) => {
      const of = revealed(found);
      if (of.masked?.length) {
        return h("div", { class: "note yellow", role: "status" }, [
          h("p", {}, "The payload is not all here, and a copy would have *** in the place of it."),
          h(Masked, { of, onReveal: reveal }),
        ]);
      }
      return of.decryptionError
        ? h("p", { class: "note red" }, of.decryptionError)
        : h("div", {}, [
            h("p", { class: "lead" }, [
              "A copy of ",
              h(Name, {
                name: of.transactionId,
                href: href("messages", { queue: of.queue, show: place }),
              }),
              ". It becomes a message of its own, with an id of its own.",
            ]),
            h(Pushing, { typed: copied(of) }),
          ]);
    },
  });
}

/**
 * What is known of the queue that is named; undefined: nothing yet.
 * @param {string} name
 */
function useQueue(name) {
  const [found, setFound] = useState(
    /** @type {{groups: number} | null | undefined} */ (undefined),
  );
  useEffect(() => {
    setFound(undefined);
    if (name === "") {
      return;
    }
    const ending = new AbortController();
    const timer = setTimeout(() => {
      const query = { name, limit: 1 };
      get("/api/v1/resources/queues", { query, signal: ending.signal }).then(
        ({ queues: [first] }) => setFound(first?.name === name ? { groups: first.groups } : null),
        () => {},
      );
    }, 300);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [name]);
  return found;
}

/** @param {{typed: import("./form.js").Typed}} props */
function Pushing({ typed: given }) {
  const [typed, setTyped] = useState(given);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState(/** @type {any} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const queue = useQueue(typed.queue);
  const { item, problem } = message(typed);
  const body = { items: [item] };
  const push = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (problem || busy) {
      return;
    }
    setBusy(true);
    setError(null);
    setOutcome(null);
    try {
      const [pushed] = await send("POST", "/api/v1/push", { body });
      setOutcome({ ...pushed, queue: item.queue });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return h("div", { class: "trying" }, [
    h("form", { onSubmit: push }, [
      h(Form, { typed, change: (changes) => setTyped({ ...typed, ...changes }) }),
      problem
        ? h("p", { class: "note yellow", role: "status" }, problem)
        : queue !== undefined && h("p", { role: "status" }, outlook(item, queue)),
      error &&
        h("p", { class: "note red", role: "alert" }, [
          error.message,
          error.requestId && h("span", { class: "mono small" }, ` request ${error.requestId}`),
        ]),
      outcome && h(Outcome, { outcome }),
      h("div", { class: "actions" }, [
        h("button", { type: "submit", class: "main", disabled: busy || problem !== "" }, "Push"),
        h(CurlButton, { request: { method: "POST", path: "/api/v1/push", body } }),
      ]),
    ]),
    h(Programs, { item, withToken: hasToken() }),
  ]);
}

/** @param {{outcome: any}} props */
function Outcome({ outcome }) {
  const show = `${outcome.partition_id}/${outcome.transaction_id}`;
  return h("p", { class: "outcome", role: "status" }, [
    outcome.status === "duplicate"
      ? "Not stored: the partition has a message with this transaction id. "
      : "Stored as ",
    h(Name, {
      name: outcome.transaction_id,
      href: href("messages", { queue: outcome.queue, show }),
    }),
    ".",
  ]);
}
