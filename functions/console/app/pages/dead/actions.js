/** What may be done with the letters that a filter asks for: send them again, or delete them. */

import { number } from "../../lib/format.js";
import { may } from "../../lib/session.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Purge } from "./purge.js";
import { Redrive } from "./redrive.js";
import { REDRIVES } from "./redrives.js";

/** @typedef {import("./filter.js").Filter} Filter */

/** @param {{filter: Filter, count: number, refresh: () => Promise<void>}} props */
export function Actions({ filter, count, refresh }) {
  const [open, setOpen] = useState("");
  const canSend = may("POST", REDRIVES);
  const canPurge = may("DELETE", "/api/v1/dlq");
  if (!canSend && !canPurge) {
    return null;
  }
  const close = () => setOpen("");
  return h("span", { class: "actions" }, [
    canSend &&
      filter.queue &&
      h(
        "button",
        { type: "button", onClick: () => setOpen("redrive") },
        `Redrive ${number(count)}…`,
      ),
    canPurge &&
      h("button", { type: "button", onClick: () => setOpen("purge") }, `Purge ${number(count)}…`),
    canSend &&
      !filter.queue &&
      h("span", { class: "muted small" }, "To send all that match again, name their queue."),
    open === "redrive" && h(Redrive, { filter, close }),
    open === "purge" && h(Purge, { filter, close, refresh }),
  ]);
}
