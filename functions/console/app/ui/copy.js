/** A button that copies a text. Without a clipboard (plain HTTP) it selects and copies a field. */

import { curl } from "../lib/copy.js";
import { hasToken } from "../lib/session.js";
import { h } from "../vendor/preact.js";
import { tell } from "./toast.js";

/** @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** @param {{text: () => string, title: string, told?: string}} props */
export function CopyButton({ text, title, told = "Copied." }) {
  const copy = async () => {
    await copyText(text());
    tell(told);
  };
  return h("button", { class: "quiet", type: "button", onClick: copy }, title);
}

/**
 * A request as the command that makes it; the token is `$TOKEN`.
 * @param {import("../lib/copy.js").Request} request
 */
export function asCurl(request) {
  return curl(request, { origin: location.origin, withToken: hasToken() });
}

/** @param {{request: import("../lib/copy.js").Request}} props */
export function CurlButton({ request }) {
  return h(CopyButton, { title: "Copy as curl", text: () => asCurl(request) });
}
