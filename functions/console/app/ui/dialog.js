/** A dialog of the browser's own: it holds the focus, ends with Escape, and gives the focus back. */

import { useEffect, useId, useRef } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";

/**
 * @param {{title: string, onClose: () => void, children?: any, class?: string}} props
 */
export function Dialog({ title, onClose, children, class: more = "" }) {
  const id = useId();
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      ref.current?.close();
      if (before instanceof HTMLElement) {
        before.focus();
      }
    };
  }, []);
  return h(
    "dialog",
    {
      ref,
      class: more,
      "aria-labelledby": id,
      onCancel: (/** @type {Event} */ event) => {
        event.preventDefault();
        onClose();
      },
    },
    [h("h2", { id }, title), children],
  );
}
