/** Tabs: the arrow keys move between them. */

import { h } from "../vendor/preact.js";

/** @param {{label: string, value: string, tabs: [string, string][], onChange: (tab: string) => void}} props */
export function Tabs({ label, value, tabs, onChange }) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) {
      return;
    }
    const at = tabs.findIndex(([name]) => name === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next) {
      onChange(next[0]);
      const list = event.currentTarget instanceof Element ? event.currentTarget : null;
      requestAnimationFrame(() => {
        const chosen = list?.querySelector('[aria-selected="true"]');
        if (chosen instanceof HTMLElement) {
          chosen.focus();
        }
      });
    }
  };
  return h(
    "div",
    { class: "tabs", role: "tablist", "aria-label": label, onKeyDown: onKey },
    tabs.map(([name, title]) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          "aria-selected": name === value,
          tabIndex: name === value ? 0 : -1,
          onClick: () => onChange(name),
        },
        title,
      ),
    ),
  );
}
