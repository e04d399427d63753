/** What a list of dead letters as of an instant cannot show, and which requests took letters away. */

import { get } from "../../lib/api.js";
import { href } from "../../lib/url.js";
import { Instant } from "../../ui/instant.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { ChangeLines } from "../parts/changes.js";

/** Changes that are looked through, and those that are shown. */
const LOOKED = 100;
const SHOWN = 10;
/** Actions after which a letter is not there any more. */
const TAKES_AWAY = /^(redrive|start_redrive|retry|purge|clear_|delete_(queue|partition|group))/;

/** @param {{at: string}} props */
export function Past({ at }) {
  const poll = usePoll(
    (signal) => get("/api/v1/audit", { query: { from: at, limit: LOOKED }, signal }),
    "heavy",
    [at],
  );
  const found = poll.data.value?.changes.filter((each) => TAKES_AWAY.test(each.action)) ?? [];
  return h("section", { class: "note", "aria-label": "As of then" }, [
    h("p", {}, [
      "Letters that failed before ",
      h(Instant, { at }),
      " and are still here. Those that were sent again, purged or aged out since are not kept. ",
      h("a", { href: href("audit", { from: at }) }, "All changes since then"),
    ]),
    found.length > 0 && [
      h("p", { class: "small" }, "These took letters away:"),
      h(ChangeLines, { changes: found.slice(0, SHOWN) }),
    ],
  ]);
}
