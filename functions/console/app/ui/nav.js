/** The navigation: the pages by their groups. */

import { href, place } from "../lib/url.js";
import { h } from "../vendor/preact.js";

/** @param {{pages: import("../pages/index.js").Listed[]}} props */
export function Nav({ pages }) {
  const here = place.value.page;
  const listed = pages.filter((each) => each.group !== "");
  const groups = [...new Set(listed.map((each) => each.group))];
  return h(
    "nav",
    { "aria-label": "Pages" },
    groups.map((group) => [
      h("h2", { class: "unseen" }, group),
      h(
        "ul",
        {},
        listed
          .filter((each) => each.group === group)
          .map((each) =>
            h(
              "li",
              {},
              h(
                "a",
                {
                  href: href(each.path),
                  "aria-current": isHere(each, here, pages) ? "page" : undefined,
                },
                each.title,
              ),
            ),
          ),
      ),
    ]),
  );
}

/**
 * Whether a page, or the page under which it is reached, is in view.
 * @param {import("../pages/index.js").Listed} page
 * @param {string} here
 * @param {import("../pages/index.js").Listed[]} pages
 */
function isHere(page, here, pages) {
  return page.path === here || pages.some((each) => each.path === here && each.under === page.path);
}
