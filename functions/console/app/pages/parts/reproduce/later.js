/** Reproduce as test, for the pages that offer it: it is loaded with its dialog. */

import { Later } from "../../../ui/later.js";
import { h } from "../../../vendor/preact.js";

/**
 * `load(true)`: with what is masked of them, which the audit notes.
 * @param {{load: (reveal: boolean) => Promise<import("./files.js").Found[]>, group: string,
 *   onClose: () => void}} props
 */
export function Reproduce(props) {
  return h(Later, {
    load: () => import("./dialog.js"),
    children: (/** @type {typeof import("./dialog.js")} */ found) => h(found.Reproduce, props),
  });
}
