/** A queue that is not there, or not any more: since when, and the ways on. */

import { get } from "../../lib/api.js";
import { href } from "../../lib/url.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { ChangeLines } from "./changes.js";

/** @param {any} error of a poll */
export function isGone(error) {
  return error?.status === 404;
}

/** @param {{queue: string, error: any}} props */
export function Gone({ queue, error }) {
  const poll = usePoll(
    (signal) => get("/api/v1/audit", { query: { queue, what: "delete", limit: 1 }, signal }),
    "heavy",
    [queue],
  );
  const found = poll.data.value?.changes ?? [];
  return h("div", { class: "failure", role: "alert" }, [
    h("p", { class: "strong" }, "Not there"),
    h("p", {}, error.message),
    found.length > 0 && h(ChangeLines, { changes: found }),
    h("p", { class: "actions" }, [
      h("a", { href: href("queues") }, "All queues"),
      h("a", { href: href("audit", { queue }) }, "Its changes"),
    ]),
  ]);
}
