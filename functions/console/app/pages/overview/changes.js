/** What was changed last, and by whom. */

import { get } from "../../lib/api.js";
import { href } from "../../lib/url.js";
import { Instant } from "../../ui/instant.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { action, Target, Who } from "../parts/changes.js";

const MOST = 5;

export function Changes() {
  const poll = usePoll(
    (signal) => get("/api/v1/audit", { query: { limit: MOST }, signal }),
    "steady",
    [],
  );
  const found = poll.data.value;
  if (found === null) {
    return null;
  }
  return h("section", {}, [
    h("h2", {}, ["Last changes ", h("a", { class: "small", href: href("audit") }, "all")]),
    found.changes.length === 0
      ? h("p", { class: "muted" }, "Nobody changed anything.")
      : h(
          "ul",
          { class: "lines" },
          found.changes.map((of) =>
            h("li", { key: `${of.at} ${of.requestId}` }, [
              h(Instant, { at: of.at, only: "relative" }),
              ` ${action(of)} `,
              h(Target, { of }),
              " by ",
              h(Who, { of }),
            ]),
          ),
        ),
  ]);
}
