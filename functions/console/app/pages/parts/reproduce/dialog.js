/** Messages as a test or a script, to take along. */

import { count } from "../../../lib/format.js";
import { Dialog } from "../../../ui/dialog.js";
import { TextField } from "../../../ui/field.js";
import { isHidden, LongText, Masked } from "../../../ui/payload.js";
import { Failure, Loading } from "../../../ui/states.js";
import { Tabs } from "../../../ui/tabs.js";
import { useEffect, useState } from "../../../vendor/hooks.js";
import { h } from "../../../vendor/preact.js";
import { pytestFile, reproduced, shellScript } from "./files.js";

/**
 * `load(true)`: with what is masked of them, which the audit notes.
 * @param {{load: (reveal: boolean) => Promise<import("./files.js").Found[]>, group: string,
 *   onClose: () => void}} props
 */
export function Reproduce({ load, group: found, onClose }) {
  const [messages, setMessages] = useState(
    /** @type {import("./files.js").Reproduced[] | null} */ (null),
  );
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [group, setGroup] = useState(found === "__QUEUE_MODE__" ? "" : found);
  const [handler, setHandler] = useState("");
  const [kind, setKind] = useState("pytest");
  const read = (/** @type {boolean} */ reveal) =>
    load(reveal).then((rows) => setMessages(rows.map(reproduced)), setError);
  useEffect(() => {
    read(false);
  }, []);
  const masked = (messages ?? []).filter((each) => each.masked?.length);
  return h(Dialog, { title: "Reproduce as test", onClose, class: "wide" }, [
    h("p", { class: "muted" }, [
      "The file pushes these messages as they were: in their order, into their partitions, with",
      " their ids, keys, headers and numbers. It calls your handler with each. Payloads that are",
      " encrypted here are plain in it.",
    ]),
    h("div", { class: "filters" }, [
      h(TextField, { label: "Group (empty: none)", value: group, onInput: setGroup, mono: true }),
      kind === "pytest" &&
        h(TextField, {
          label: "Your handler, such as shop.bill",
          value: handler,
          onInput: setHandler,
          mono: true,
        }),
    ]),
    h(Tabs, {
      label: "Kind of file",
      value: kind,
      tabs: [
        ["pytest", "pytest"],
        ["shell", "Shell"],
      ],
      onChange: setKind,
    }),
    error !== null
      ? h(Failure, { error })
      : messages === null
        ? h(Loading, {})
        : masked.length > 0
          ? h(Refused, { masked, onReveal: () => read(true) })
          : h(File, {
              text:
                kind === "pytest"
                  ? pytestFile({ messages, group, handler })
                  : shellScript({ messages, group }),
              kind,
              key: kind,
            }),
    h("div", { class: "actions" }, [
      h("span", { class: "grow" }),
      h("button", { type: "button", onClick: onClose, autofocus: true }, "Close"),
    ]),
  ]);
}

/**
 * What is masked would make another message of it.
 * @param {{masked: import("./files.js").Reproduced[], onReveal: () => unknown}} props
 */
function Refused({ masked, onReveal }) {
  const [first] = masked;
  return h("div", { class: "note yellow", role: "status" }, [
    h("p", {}, [
      `The payload of ${masked.length === 1 ? first?.transactionId : count(masked.length, "message")}`,
      " is not all here, so a test would not get what the consumer got.",
    ]),
    h(Masked, { of: masked.find(isHidden) ?? first ?? {}, onReveal }),
  ]);
}

/** @param {{text: string, kind: string}} props */
function File({ text, kind }) {
  return h("div", {}, [
    h(LongText, { text, size: new TextEncoder().encode(text).length, label: `${kind} file` }),
    h("p", { class: "muted small" }, [
      kind === "pytest"
        ? "Save it as test_reproduced.py and run pytest."
        : "Save it as reproduce.sh and run sh reproduce.sh, beside make run.",
    ]),
  ]);
}
