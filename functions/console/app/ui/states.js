/** What a view shows where there is nothing to show yet, nothing at all, or an error. */

import { sleeps } from "../lib/refresh.js";
import { duration, now, relative } from "../lib/time.js";
import { useEffect, useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";
import { CopyButton } from "./copy.js";

const PATIENCE_MS = 150;

/** A skeleton, after a moment: most answers come before. */
export function Loading() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return h("div", { class: "loading", "aria-busy": "true" }, [
    late && h("p", { class: "muted" }, "Reading …"),
  ]);
}

/** @param {{title: string, children?: any, code?: string}} props */
export function Empty({ title, children, code }) {
  return h("div", { class: "empty" }, [
    h("p", { class: "strong" }, title),
    children && h("p", { class: "muted" }, children),
    code &&
      h("div", { class: "code" }, [
        h("pre", { class: "mono" }, code),
        h(CopyButton, { text: () => code, title: "Copy" }),
      ]),
  ]);
}

/**
 * @param {{error: any, onRetry?: () => void,
 *   next?: import("../vendor/signals.js").Signal<number | null>}} props
 */
export function Failure({ error, onRetry, next }) {
  const status = error?.status ?? 0;
  const heading = { 401: "Not logged in", 403: "Not allowed", 404: "Not there" }[
    /** @type {401 | 403 | 404} */ (status)
  ];
  const wakes = sleeps(error);
  return h("div", { class: "failure", role: "alert" }, [
    h(
      "p",
      { class: "strong" },
      heading ?? (wakes ? "The database does not answer yet" : "No answer"),
    ),
    h("p", {}, error?.message ?? String(error)),
    wakes && h("p", { class: "muted" }, "A database that was asleep takes up to 15 s to wake up."),
    (error?.code || error?.requestId) &&
      h("p", { class: "muted small mono" }, [
        error.code,
        " ",
        error.requestId && `request ${error.requestId}`,
      ]),
    next && h(Again, { next }),
    onRetry && h("button", { type: "button", onClick: onRetry }, "Try again"),
  ]);
}

/**
 * When it is tried again by itself.
 * @param {{next: import("../vendor/signals.js").Signal<number | null>}} props
 */
function Again({ next }) {
  now.value;
  if (next.value === null) {
    return null;
  }
  const seconds = Math.max(0, Math.round((next.value - Date.now()) / 1000));
  return h("p", { class: "muted" }, `Asking again in ${duration(seconds)}.`);
}

/**
 * A poll's states around its view: the last answer stays, greyed, when the next one failed.
 * @param {{poll: import("../lib/refresh.js").Poll<any>, children?: (data: any) => any}} props
 */
export function Polled({ poll, children }) {
  const { data, error, at } = poll;
  if (data.value === null) {
    return error.value === null
      ? h(Loading, {})
      : h(Failure, { error: error.value, onRetry: poll.refresh, next: poll.next });
  }
  if (error.value === null) {
    return h("div", { class: "polled" }, children?.(data.value));
  }
  return h("div", { class: "polled" }, [
    h("p", { class: "stale", role: "status" }, [
      `Read ${relative(at.value ?? 0)}. `,
      /** @type {any} */ (error.value).message,
    ]),
    h("div", { class: "greyed" }, children?.(data.value)),
  ]);
}

/** A file of this release is not there any more. The state is in the address, so nothing is lost. */
export function NewRelease() {
  return h("div", { class: "failure", role: "alert" }, [
    h("p", { class: "strong" }, "A new version is here"),
    h("p", {}, "This tab is older than the server. Reload it; the address keeps all that you see."),
    h("button", { type: "button", class: "main", onClick: () => location.reload() }, "Reload"),
  ]);
}
