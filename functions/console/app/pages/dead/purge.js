/** Delete dead letters: the count, and a word to be typed. */

import { change } from "../../lib/api.js";
import { count } from "../../lib/format.js";
import { ChangeDialog, counted } from "../../ui/change.js";
import { Dialog } from "../../ui/dialog.js";
import { Failure, Loading } from "../../ui/states.js";
import { h } from "../../vendor/preact.js";
import { words } from "./filter.js";
import { useMatching } from "./preview.js";

/** @param {{filter: import("./filter.js").Filter, close: () => void, refresh: () => Promise<void>}} props */
export function Purge({ filter, close, refresh }) {
  const { found, error } = useMatching(filter);
  const title = `Purge dead letters ${words(filter)}`;
  if (found === null) {
    return h(Dialog, { title, onClose: close }, [
      error === null ? h(Loading, {}) : h(Failure, { error }),
    ]);
  }
  return h(ChangeDialog, {
    title,
    asked: { method: "DELETE", route: "/api/v1/dlq", query: found },
    typed: "purge",
    noun: "word",
    words: (preview) =>
      h(
        "p",
        {},
        `This deletes ${counted(preview, preview.purged, "dead letter")}` +
          (filter.fingerprint ? ` with errors like “${filter.fingerprint}”` : "") +
          ", with their payloads. It cannot be undone. The messages themselves stay as long as" +
          " their queue keeps them, but their group is done with them.",
      ),
    button: (preview) => `Delete ${counted(preview, preview.purged, "dead letter")}`,
    send: purge,
    told: (purged) => `Deleted ${count(purged, "dead letter")}.`,
    done: refresh,
    onClose: close,
  });
}

/**
 * Request after request, until nothing is left.
 * @param {import("../../ui/change.js").Asked} asked
 */
async function purge({ method, route, query }) {
  let purged = 0;
  for (;;) {
    const { answer, requestId } = await change(method, route, { query });
    purged += answer.purged;
    if (!answer.more) {
      return { answer: purged, requestId };
    }
  }
}
