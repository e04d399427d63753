/** Try it: push a message, pop it, say that it is done. And what each of these sends. */

import { h } from "../../vendor/preact.js";
import { Trying } from "../parts/trying/later.js";

/** @type {import("../index.js").Page} */
export const page = { state: { code: "curl" }, View };

/** @param {{state: {code: string}, set: (changes: any) => void}} props */
function View({ state, set }) {
  return h("div", {}, [
    h("h1", {}, "Try it"),
    h(Trying, { code: state.code, onCode: (/** @type {string} */ code) => set({ code }) }),
  ]);
}
