/** The keys, and the choices of this browser. */

import { h } from "../vendor/preact.js";
import { Choices } from "./choices.js";
import { Dialog } from "./dialog.js";

/** @param {{known: import("../lib/keys.js").Shortcut[], version: string, onClose: () => void}} props */
export function Help({ known, version, onClose }) {
  return h(Dialog, { title: "Keys and choices", onClose }, [
    h("dl", { class: "keys" }, [
      ...known.flatMap((each) => [h("dt", {}, h("kbd", {}, each.keys)), h("dd", {}, each.does)]),
      h("dt", {}, h("kbd", {}, "j k ↑ ↓ Enter")),
      h("dd", {}, "in a table: move and open"),
    ]),
    h(Choices, {}),
    h("p", { class: "muted small" }, `Regent ${version}`),
    h("div", { class: "actions" }, [
      h("span", { class: "grow" }),
      h("button", { type: "button", class: "main", onClick: onClose, autofocus: true }, "Close"),
    ]),
  ]);
}
