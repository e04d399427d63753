/** A payload as JSON, as a tree, or decoded. */

import { FORMS, inForm, pathOf } from "../../../lib/content.js";
import { cut, number } from "../../../lib/format.js";
import { Exact, stringify } from "../../../lib/json.js";
import { href } from "../../../lib/url.js";
import { CopyButton } from "../../../ui/copy.js";
import { SelectField } from "../../../ui/field.js";
import { LongText, Payload } from "../../../ui/payload.js";
import { useEffect, useState } from "../../../vendor/hooks.js";
import { h } from "../../../vendor/preact.js";

/** Children of a node that are shown at once. */
const SHOWN = 100;
const LONGEST_VALUE = 300;

/** @param {{data: unknown, queue: string, as: string, onAs: (as: string) => void}} props */
export function Content({ data, queue, as, onAs }) {
  const form = FORMS.some(([name]) => name === as) ? as : "json";
  return h("div", { class: "content" }, [
    h(SelectField, { label: "Payload as", value: form, options: FORMS, onChange: onAs }),
    form === "json"
      ? h(Payload, { data, key: form })
      : form === "tree"
        ? h("ul", { class: "tree mono", "aria-label": "payload" }, h(Node, { data, queue }))
        : h(Decoded, { data, form, key: form }),
  ]);
}

/** @param {{data: unknown, form: string}} props */
function Decoded({ data, form }) {
  const [found, setFound] = useState(
    /** @type {{text: string, size: number, problem?: string} | null} */ (null),
  );
  useEffect(() => {
    let isHere = true;
    inForm(form, data).then((made) => isHere && setFound(made));
    return () => {
      isHere = false;
    };
  }, [data, form]);
  if (found === null) {
    return null;
  }
  return found.problem
    ? h("p", { class: "note yellow", role: "status" }, found.problem)
    : h(LongText, { text: found.text, size: found.size, label: "payload" });
}

/**
 * A value and what is below it. What is closed is not in the document.
 * @param {{data: any, queue: string, names?: (string | number)[]}} props
 */
function Node({ data, queue, names = [] }) {
  const isLeaf = data === null || typeof data !== "object" || data instanceof Exact;
  const [open, setOpen] = useState(names.length < 2);
  const [most, setMost] = useState(SHOWN);
  const label = names.length ? String(names[names.length - 1]) : "payload";
  if (isLeaf) {
    return h("li", {}, h(Leaf, { data, queue, names, label }));
  }
  /** @type {[string | number, any][]} */
  const entries = Array.isArray(data) ? data.map((each, at) => [at, each]) : Object.entries(data);
  return h("li", {}, [
    h(
      "button",
      {
        type: "button",
        class: "link",
        "aria-expanded": open,
        onClick: () => setOpen(!open),
      },
      `${open ? "–" : "+"} ${label} ${Array.isArray(data) ? `[${number(entries.length)}]` : `{${number(entries.length)}}`}`,
    ),
    names.length > 0 && h(CopyButton, { text: () => pathOf(names), title: "Copy path" }),
    open &&
      h("ul", {}, [
        entries
          .slice(0, most)
          .map(([name, value]) =>
            h(Node, { data: value, queue, names: [...names, name], key: name }),
          ),
        entries.length > most &&
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", class: "quiet", onClick: () => setMost(most + 10 * SHOWN) },
              `${number(entries.length - most)} more`,
            ),
          ),
      ]),
  ]);
}

/** @param {{data: any, queue: string, names: (string | number)[], label: string}} props */
function Leaf({ data, queue, names, label }) {
  const value = typeof data === "string" ? data : stringify(data);
  const field = pathOf(names);
  const mayFind = names.length > 0 && field.length <= 255 && value.length <= 255;
  return [
    `${label}: `,
    h("span", { class: "strong" }, cut(stringify(data), LONGEST_VALUE)),
    " ",
    names.length > 0 && h(CopyButton, { text: () => field, title: "Copy path" }),
    mayFind && h("a", { href: href("messages", { queue, field, value }) }, "Find alike"),
  ];
}
