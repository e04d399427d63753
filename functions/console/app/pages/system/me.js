/** Who I am here, and what I chose for this browser. */

import { theme } from "../../lib/prefs.js";
import { session } from "../../lib/session.js";
import { zone } from "../../lib/time.js";
import { Choices } from "../../ui/choices.js";
import { SelectField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { h } from "../../vendor/preact.js";

const ROLES = {
  "read-only": "You may look at everything that is shown here.",
  "read-write": "You may push, pop, configure queues and move groups.",
  admin: "You may do everything, also what deletes.",
};

export function Me() {
  const me = session.value;
  if (me === null) {
    return null;
  }
  /** @type {[string, any][]} */
  const facts = [
    ["Subject", me.subject ?? "nobody: this server is open"],
    ["Role", me.role],
    ["It ends", me.expiresAt === null ? "–" : h(Instant, { at: me.expiresAt })],
    ["Server", `Regent ${me.server.version}, ${me.server.service}`],
  ];
  return h("div", {}, [
    h(
      "dl",
      { class: "inline" },
      facts.map(([title, value]) =>
        h("div", { key: title }, [h("dt", {}, title), h("dd", {}, value)]),
      ),
    ),
    h("p", {}, ROLES[/** @type {keyof typeof ROLES} */ (me.role)] ?? ""),
    h("h2", {}, "This browser"),
    h("div", { class: "filters" }, [
      h(SelectField, {
        label: "Theme",
        value: theme.value,
        options: [
          ["system", "as the system"],
          ["light", "light"],
          ["dark", "dark"],
        ],
        onChange: (/** @type {string} */ chosen) => {
          theme.value = chosen;
        },
      }),
      h(SelectField, {
        label: "Times",
        value: zone.value,
        options: [
          ["local", "local"],
          ["utc", "UTC"],
        ],
        onChange: (/** @type {string} */ chosen) => {
          zone.value = chosen;
        },
      }),
    ]),
    h(Choices, {}),
  ]);
}
