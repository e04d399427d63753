/** Try it, for the pages that show it: only who is new needs it. */

import { Later } from "../../../ui/later.js";
import { h } from "../../../vendor/preact.js";

/** @param {{code: string, onCode: (code: string) => void}} props */
export function Trying(props) {
  return h(Later, {
    load: () => import("./trying.js"),
    children: (/** @type {typeof import("./trying.js")} */ found) => h(found.Trying, props),
  });
}
