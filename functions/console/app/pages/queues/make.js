/** A new queue with the usual options, which its tab Config then changes. */

import { get, send } from "../../lib/api.js";
import { may } from "../../lib/session.js";
import { go, href } from "../../lib/url.js";
import { Confirm } from "../../ui/confirm.js";
import { TextField } from "../../ui/field.js";
import { tell } from "../../ui/toast.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

const ROUTE = "/api/v1/configure";

export function Make() {
  const [open, setOpen] = useState(false);
  const [queue, setQueue] = useState("");
  if (!may("POST", ROUTE)) {
    return null;
  }
  const body = { queue, options: {} };
  return [
    h("button", { type: "button", onClick: () => setOpen(true) }, "New queue…"),
    open &&
      h(Confirm, {
        title: "Make a queue",
        button: queue === "" ? null : "Make the queue",
        onClose: () => setOpen(false),
        request: () => ({ method: "POST", path: ROUTE, body }),
        run: async () => {
          await make(body);
          go(href("queue", { name: queue, tab: "config" }));
        },
        fields: h(TextField, { label: "Name", value: queue, onInput: setQueue, mono: true }),
        children: h(
          "p",
          { class: "muted" },
          "It has the usual options; its tab Config changes them. The first push makes a queue, too.",
        ),
      }),
  ];
}

/**
 * Configuring replaces all options: a queue that is there keeps its own.
 * @param {{queue: string, options: {}}} body
 */
async function make(body) {
  const query = { name: body.queue, limit: 1 };
  const { queues } = await get("/api/v1/resources/queues", { query });
  if (queues[0]?.name === body.queue) {
    tell(`${body.queue} is there already.`);
    return;
  }
  await send("POST", ROUTE, { body });
  tell(`Made ${body.queue}.`);
}
