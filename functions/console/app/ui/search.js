/** Search: queues whose names begin with what is typed. */

import { get } from "../lib/api.js";
import { go, href } from "../lib/url.js";
import { useEffect, useId, useRef, useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";

const PAUSE_MS = 200;
const MOST = 8;

/** @param {{inputRef: {current: HTMLInputElement | null}}} props */
export function Search({ inputRef }) {
  const id = useId();
  const [text, setText] = useState("");
  const [found, setFound] = useState(/** @type {string[] | null} */ (null));
  const [at, setAt] = useState(0);
  const asked = useRef("");
  useEffect(() => {
    asked.current = text;
    if (text === "") {
      setFound(null);
      return;
    }
    const timer = setTimeout(async () => {
      try {
        const answer = await get("/api/v1/resources/queues", {
          query: { name: text, limit: MOST },
        });
        if (asked.current === text) {
          setFound(answer.queues.map((/** @type {{name: string}} */ queue) => queue.name));
          setAt(0);
        }
      } catch {
        setFound(null);
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const choose = (/** @type {string | undefined} */ name) => {
    if (name !== undefined) {
      setText("");
      go(href("queue", { name }));
      inputRef.current?.blur();
    }
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") {
      setText("");
      inputRef.current?.blur();
    } else if (event.key === "Enter") {
      choose(found?.[at]);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && found?.length) {
      event.preventDefault();
      setAt((at + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length);
    }
  };
  return h("div", { class: "search" }, [
    h("label", { for: id, class: "unseen" }, "Search queues"),
    h("input", {
      id,
      ref: inputRef,
      type: "search",
      role: "combobox",
      "aria-expanded": found !== null,
      "aria-controls": `${id}-found`,
      "aria-activedescendant": found?.length ? `${id}-${at}` : undefined,
      autoComplete: "off",
      spellcheck: false,
      placeholder: "Search queues  /",
      value: text,
      onInput: (/** @type {any} */ event) => setText(event.target.value),
      onKeyDown: onKey,
      onBlur: () => setTimeout(() => setText(""), 150),
    }),
    h(
      "ul",
      { id: `${id}-found`, role: "listbox", "aria-label": "Queues found", hidden: found === null },
      found?.length === 0
        ? h(
            "li",
            { role: "option", "aria-disabled": "true", "aria-selected": "false", class: "muted" },
            "No queue begins like this.",
          )
        : found?.map((name, place) =>
            h(
              "li",
              {
                id: `${id}-${place}`,
                role: "option",
                "aria-selected": place === at,
                class: "mono",
                onMouseDown: () => choose(name),
              },
              name,
            ),
          ),
    ),
  ]);
}
