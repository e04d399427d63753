/** What the buttons sent, as commands; and a program of the three steps in Python or JavaScript. */

import { hasToken } from "../../../lib/session.js";
import { asCurl, CopyButton } from "../../../ui/copy.js";
import { Tabs } from "../../../ui/tabs.js";
import { h } from "../../../vendor/preact.js";
import { GROUP, PARTITION, QUEUE } from "./names.js";

/** @param {string} origin */
export function python(origin) {
  return `from regent import Regent

regent = Regent("${origin}")
queue = regent.queue("${QUEUE}")
queue.push({"hello": "world"}, partition="${PARTITION}")

with queue.group("${GROUP}").pop() as batch:
    for message in batch:
        print(message.payload)
`;
}

/**
 * @param {string} origin
 * @param {boolean} withToken
 */
export function javascript(origin, withToken) {
  const token = withToken ? ', authorization: "Bearer " + process.env.TOKEN' : "";
  return `const call = async (method, path, body) => {
  const headers = { "content-type": "application/json"${token} };
  const answer = await fetch("${origin}/api/v1" + path, { method, headers, body: JSON.stringify(body) });
  return answer.status === 204 ? null : answer.json();
};

await call("POST", "/push", {
  items: [{ queue: "${QUEUE}", partition: "${PARTITION}", payload: { hello: "world" } }],
});
const popped = await call("GET", "/pop/queue/${QUEUE}?consumerGroup=${GROUP}");
for (const { data, transactionId, partitionId, leaseId } of popped?.messages ?? []) {
  console.log(data);
  await call("POST", "/ack", { transactionId, partitionId, leaseId, consumerGroup: "${GROUP}" });
}
`;
}

/** @param {{code: string, onCode: (code: string) => void,
 *   requests: import("../../../lib/copy.js").Request[]}} props */
export function Programs({ code, onCode, requests }) {
  const sent = requests.map(asCurl).join("\n\n");
  const text =
    {
      curl: sent || "# What the buttons send will stand here.",
      python: python(location.origin),
      javascript: javascript(location.origin, hasToken()),
    }[code] ?? "";
  return h("div", { class: "programs" }, [
    h(Tabs, {
      label: "Language",
      value: code,
      tabs: [
        ["curl", "curl"],
        ["python", "Python"],
        ["javascript", "JavaScript"],
      ],
      onChange: onCode,
    }),
    h("div", { class: "code" }, [
      h(
        "pre",
        { class: "mono", tabIndex: 0, role: "region", "aria-label": `${code} program` },
        text,
      ),
      h(CopyButton, { text: () => text, title: "Copy" }),
    ]),
  ]);
}
