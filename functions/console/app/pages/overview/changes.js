/** What was changed last, and by whom. */

import { get } from "../../lib/api.js";
import { href } from "../../lib/url.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { ChangeLines } from "../parts/changes.js";

const MOST = 5;

/** @param {{at: string}} props the last ones before an instant; empty: of all */
export function Changes({ at }) {
  const poll = usePoll(
    (signal) => get("/api/v1/audit", { query: { limit: MOST, to: at }, signal }),
    "steady",
    [at],
  );
  const found = poll.data.value;
  if (found === null) {
    return null;
  }
  return h("section", {}, [
    h("h2", {}, [
      at === "" ? "Last changes " : "Changes before ",
      h("a", { class: "small", href: href("audit", { to: at }) }, "all"),
    ]),
    h(ChangeLines, { changes: found.changes }),
  ]);
}
