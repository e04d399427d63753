/** Search by the keyboard: what fits a text, each kind as soon as it is known. */

import { go } from "../lib/url.js";
import { useEffect, useId, useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";

/** @typedef {import("./found.js").Hit} Hit */
/** @typedef {{title: string, hits: Hit[], error: string}} Kind */
/** @typedef {{kinds: Kind[], waiting: number}} Found */

const PAUSE_MS = 250;

/**
 * @param {string} text
 * @param {(page: string) => boolean} has
 */
function useFound(text, has) {
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  useEffect(() => {
    if (text === "") {
      setFound(null);
      return;
    }
    const ending = new AbortController();
    const timer = setTimeout(() => ask(text, has, ending.signal, setFound), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [text]);
  return found;
}

/**
 * Ask for all kinds at once.
 * @param {string} text
 * @param {(page: string) => boolean} has
 * @param {AbortSignal} signal
 * @param {(change: Found | ((before: Found | null) => Found)) => void} setFound
 */
async function ask(text, has, signal, setFound) {
  const KINDS = await kinds();
  if (signal.aborted) {
    return;
  }
  setFound({
    kinds: KINDS.map(([title]) => ({ title, hits: [], error: "" })),
    waiting: KINDS.length,
  });
  KINDS.forEach(async ([title, find], place) => {
    /** @type {Kind} */
    const kind = { title, hits: [], error: "" };
    try {
      kind.hits = await find(text, { signal, has });
    } catch (failure) {
      kind.error = /** @type {Error} */ (failure).message;
    }
    if (!signal.aborted) {
      setFound((before) => ({
        kinds: (before?.kinds ?? []).map((each, at) => (at === place ? kind : each)),
        waiting: (before?.waiting ?? 1) - 1,
      }));
    }
  });
}

/**
 * Loaded with the first search. A server that has another release by now does not have the file.
 * @returns {Promise<typeof import("./found.js").KINDS>}
 */
async function kinds() {
  try {
    return (await import("./found.js")).KINDS;
  } catch {
    const gone = async () => {
      throw new Error("a new version is here; reload the page.");
    };
    return [["Search", gone]];
  }
}

/**
 * @param {{inputRef: {current: HTMLInputElement | null}, has: (page: string) => boolean}} props
 */
export function Search({ inputRef, has }) {
  const id = useId();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(/** @type {Hit | undefined} */ (undefined));
  const found = useFound(text.trim(), has);
  const hits = found?.kinds.flatMap((kind) => kind.hits) ?? [];
  // What is chosen stays chosen while other kinds come in.
  const at = chosen === undefined ? 0 : Math.max(0, hits.indexOf(chosen));
  const leave = () => {
    setText("");
    setChosen(undefined);
    inputRef.current?.blur();
  };
  const open = (/** @type {Hit | undefined} */ hit) => {
    if (hit !== undefined) {
      leave();
      go(hit.to);
    }
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") {
      leave();
    } else if (event.key === "Enter") {
      open(hits[at]);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && hits.length) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : hits.length - 1;
      setChosen(hits[(at + step) % hits.length]);
    }
  };
  return h("div", { class: "search" }, [
    h(
      "label",
      { for: id, class: "unseen" },
      "Search queues, partitions, groups, messages by transaction or trace, traces",
    ),
    h("input", {
      id,
      ref: inputRef,
      type: "search",
      role: "combobox",
      "aria-expanded": found !== null,
      "aria-controls": `${id}-found`,
      "aria-activedescendant": hits.length ? `${id}-${at}` : undefined,
      autoComplete: "off",
      spellcheck: false,
      maxLength: 255,
      placeholder: "Search  /",
      value: text,
      onInput: (/** @type {any} */ event) => setText(event.target.value),
      onKeyDown: onKey,
      onBlur: () => setText(""),
    }),
    h(
      "div",
      {
        id: `${id}-found`,
        class: "found",
        role: "listbox",
        "aria-label": "Found",
        hidden: found === null,
        // The field keeps the focus: without it, the list would be gone before the click.
        onMouseDown: (/** @type {Event} */ event) => event.preventDefault(),
      },
      found && h(Kinds, { found, hits, at, id, open }),
    ),
  ]);
}

/**
 * @param {{found: Found, hits: Hit[], at: number, id: string, open: (hit: Hit) => void}} props
 */
function Kinds({ found, hits, at, id, open }) {
  const told = found.kinds.filter((kind) => kind.hits.length > 0 || kind.error !== "");
  if (told.length === 0) {
    const words = found.waiting > 0 ? "Looking …" : "Nothing is called like this.";
    return h(
      "div",
      { role: "option", "aria-disabled": "true", "aria-selected": "false", class: "muted" },
      words,
    );
  }
  return told.map((kind) =>
    h("div", { role: "group", "aria-label": kind.title, key: kind.title }, [
      h("p", { class: "muted small", "aria-hidden": "true" }, [
        kind.title,
        kind.error && `: ${kind.error}`,
      ]),
      kind.hits.map((hit) => {
        const place = hits.indexOf(hit);
        return h(
          "div",
          {
            key: place,
            id: `${id}-${place}`,
            role: "option",
            "aria-selected": place === at,
            onClick: () => open(hit),
          },
          [
            h("span", { class: "mono" }, hit.text),
            " ",
            h("span", { class: "muted small" }, hit.more),
          ],
        );
      }),
    ]),
  );
}
