/** Delete dead letters: the count, and a word to be typed. */

import { address, send } from "../../lib/api.js";
import { count } from "../../lib/format.js";
import { Confirm } from "../../ui/confirm.js";
import { Dialog } from "../../ui/dialog.js";
import { Failure, Loading } from "../../ui/states.js";
import { tell } from "../../ui/toast.js";
import { h } from "../../vendor/preact.js";
import { words } from "./filter.js";
import { useMatching } from "./preview.js";

const ROUTE = "/api/v1/dlq";

/** @param {{filter: import("./filter.js").Filter, close: () => void, refresh: () => Promise<void>}} props */
export function Purge({ filter, close, refresh }) {
  const { found, error } = useMatching(filter);
  const title = `Purge dead letters ${words(filter)}`;
  if (found === null) {
    return h(Dialog, { title, onClose: close }, [
      error === null ? h(Loading, {}) : h(Failure, { error }),
    ]);
  }
  const query = found.filter;
  const many = count(found.of.count, "dead letter");
  return h(Confirm, {
    title,
    button: `Delete ${many}`,
    typed: "purge",
    noun: "word",
    onClose: close,
    request: () => ({ method: "DELETE", path: address(ROUTE, { query }) }),
    run: async () => {
      let purged = 0;
      let more = true;
      while (more) {
        const done = await send("DELETE", ROUTE, { query });
        purged += done.purged;
        more = done.more;
      }
      tell(`Deleted ${count(purged, "dead letter")}.`);
      await refresh();
    },
    children: h(
      "p",
      {},
      `This deletes ${many}${filter.fingerprint ? ` with errors like “${filter.fingerprint}”` : ""},` +
        " with their payloads. It cannot be undone. The messages themselves stay as long as their" +
        " queue keeps them, but their group is done with them.",
    ),
  });
}
