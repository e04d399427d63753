/** What an action did, in a corner, until it was read. */

import { h } from "../vendor/preact.js";
import { signal } from "../vendor/signals.js";

/** @typedef {{id: number, text: string, tone: string, requestId?: string, undo?: () => void}} Toast */

const toasts = signal(/** @type {Toast[]} */ ([]));
const SHOWN_MS = 8_000;
let last = 0;

/**
 * @param {string} text
 * @param {{tone?: string, requestId?: string, undo?: () => void}} [of]
 */
export function tell(text, { tone = "plain", requestId, undo } = {}) {
  last += 1;
  const toast = {
    id: last,
    text,
    tone,
    ...(requestId ? { requestId } : {}),
    ...(undo ? { undo } : {}),
  };
  toasts.value = [...toasts.value.slice(-3), toast];
  if (tone === "plain") {
    setTimeout(() => dismiss(toast.id), SHOWN_MS);
  }
}

/** @param {any} error */
export function tellError(error) {
  tell(error?.message ?? String(error), { tone: "red", requestId: error?.requestId });
}

/** @param {number} id */
function dismiss(id) {
  toasts.value = toasts.value.filter((each) => each.id !== id);
}

export function Toasts() {
  return h(
    "div",
    { class: "toasts", role: "status", "aria-live": "polite" },
    toasts.value.map((each) =>
      h("div", { key: each.id, class: `toast ${each.tone}` }, [
        h("p", {}, [
          each.text,
          each.requestId && h("span", { class: "muted mono small" }, ` request ${each.requestId}`),
        ]),
        each.undo &&
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              onClick: () => {
                dismiss(each.id);
                each.undo?.();
              },
            },
            "Undo",
          ),
        h("button", { type: "button", class: "quiet", onClick: () => dismiss(each.id) }, "Dismiss"),
      ]),
    ),
  );
}
