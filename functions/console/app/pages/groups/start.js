/** Change where a group starts in partitions and queues that it comes to later. */

import { send } from "../../lib/api.js";
import { count } from "../../lib/format.js";
import { readInstant } from "../../lib/instants.js";
import { groupName } from "../../lib/sentences.js";
import { absolute, zoneName } from "../../lib/time.js";
import { Confirm } from "../../ui/confirm.js";
import { TextField } from "../../ui/field.js";
import { tell } from "../../ui/toast.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

const ROUTE = "/api/v1/consumer-groups/subscription";

/** @param {{group: string, onClose: () => void, done: () => unknown}} props */
export function Start({ group, onClose, done }) {
  const [text, setText] = useState("");
  const at = readInstant(text);
  const body = { consumerGroup: group, subscriptionTimestamp: at };
  return h(Confirm, {
    title: `Change the start of ${groupName(group)}`,
    button: at === null ? null : `Start at ${absolute(at)}`,
    fields: h(TextField, {
      label: `Instant (${zoneName()}), such as 2026-11-18 14:03:00`,
      value: text,
      onInput: setText,
      mono: true,
      wide: true,
    }),
    onClose,
    request: () => ({ method: "POST", path: ROUTE, body }),
    run: async () => {
      const answer = await send("POST", ROUTE, { body });
      tell(`Changed ${count(answer.rowsUpdated, "subscription")} of ${groupName(group)}.`);
      done();
    },
    children: h(
      "p",
      {},
      "All subscriptions of the group get the mode TIMESTAMP and this instant. It holds for" +
        " partitions and queues that the group does not follow yet. Its cursors stay: seek moves them.",
    ),
  });
}
