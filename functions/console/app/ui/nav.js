/** The navigation: the pages by their groups. */

import { href, place } from "../lib/url.js";
import { useEffect, useRef } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";

/** @param {{pages: import("../pages/index.js").Listed[]}} props */
export function Nav({ pages }) {
  const here = place.value.page;
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // On a phone the pages are one line, which is longer than the screen.
    const nav = ref.current;
    const current = nav?.querySelector("[aria-current]");
    if (nav && current && nav.scrollWidth > nav.clientWidth) {
      const box = current.getBoundingClientRect();
      nav.scrollLeft += box.left + box.width / 2 - nav.clientWidth / 2;
    }
  }, [here]);
  const listed = pages.filter((each) => each.group !== "");
  const groups = [...new Set(listed.map((each) => each.group))];
  return h(
    "nav",
    { "aria-label": "Pages", ref },
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
