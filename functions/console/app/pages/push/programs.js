/** The push of a form as a command, and as a program in Python. */

import { python, pythonArguments, pythonText } from "../../lib/python.js";
import { asCurl } from "../../ui/copy.js";
import { LongText } from "../../ui/payload.js";
import { Tabs } from "../../ui/tabs.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/**
 * @param {Record<string, unknown>} item
 * @param {string} origin
 * @param {boolean} withToken
 */
export function program(item, origin, withToken) {
  const auth = withToken ? ', auth=os.environ["TOKEN"]' : "";
  const more = pythonArguments(
    [
      ["partition", item.partition],
      ["key", item.key],
      ["transaction_id", item.transactionId],
      ["trace_id", item.traceId],
      ["delay_seconds", item.delaySeconds],
      ["headers", item.headers],
    ],
    "    ",
  );
  return `${withToken ? "import os\n\n" : ""}from regent import Regent

regent = Regent(${pythonText(origin)}${auth})
regent.push(
    ${pythonText(String(item.queue))},
    ${python(item.payload, "    ")},
${more})
`;
}

/** @param {{item: Record<string, unknown>, withToken: boolean}} props */
export function Programs({ item, withToken }) {
  const [code, setCode] = useState("curl");
  const text =
    code === "curl"
      ? asCurl({ method: "POST", path: "/api/v1/push", body: { items: [item] } })
      : program(item, location.origin, withToken);
  return h("div", { class: "programs" }, [
    h(Tabs, {
      label: "Language",
      value: code,
      tabs: [
        ["curl", "curl"],
        ["python", "Python"],
      ],
      onChange: setCode,
    }),
    h(LongText, {
      text,
      size: new TextEncoder().encode(text).length,
      label: `${code} program`,
      key: code,
    }),
  ]);
}
