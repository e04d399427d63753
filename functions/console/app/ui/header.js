/** The bar above each page: where this is, how fresh it is, in which zone, and who looks. */

import { paused, theme } from "../lib/prefs.js";
import { logOut, session } from "../lib/session.js";
import { duration, now, zone, zoneName } from "../lib/time.js";
import { h } from "../vendor/preact.js";
import { byHand } from "./attention.js";
import { Search } from "./search.js";
import { polls, refreshAll } from "./use.js";

const THEMES = ["system", "light", "dark"];

export function nextTheme() {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
}

export function nextZone() {
  zone.value = zone.value === "utc" ? "local" : "utc";
}

export function togglePause() {
  paused.value = !paused.value;
}

function Freshness() {
  const busy = polls.value.some((each) => each.busy.value);
  const ages = polls.value.map((each) => each.at.value).filter((at) => at !== null);
  const failed = polls.value.some((each) => each.error.value !== null);
  now.value;
  const oldest = ages.length ? Math.max(0, Date.now() - Math.min(...ages)) / 1000 : null;
  const age =
    oldest === null ? "" : oldest < 2 ? "just now" : `${duration(Math.round(oldest))} ago`;
  return h("div", { class: "freshness" }, [
    h(
      "span",
      { class: failed ? "red-text" : "muted", title: "How old this page's answers are" },
      failed ? "last round failed" : age && `read ${age}`,
    ),
    h(
      "button",
      { type: "button", onClick: refreshAll, title: "Refresh (r)" },
      busy ? "Reading" : "Refresh",
    ),
    byHand.value
      ? h(
          "span",
          {
            class: "muted",
            title: "Refreshing by itself would keep the database awake, for money.",
          },
          "by hand: the database may sleep",
        )
      : h(
          "button",
          {
            type: "button",
            "aria-pressed": paused.value,
            onClick: togglePause,
            title: "Pause refreshing (p)",
          },
          paused.value ? "Paused" : "Live",
        ),
  ]);
}

function Who() {
  const of = session.value;
  if (of === null) {
    return null;
  }
  return h("div", { class: "who" }, [
    of.authRequired
      ? [
          h("span", { class: "mono" }, of.subject ?? "no name"),
          " ",
          h("span", { class: "muted" }, of.role),
        ]
      : h(
          "span",
          { class: "muted", title: "This server asks for no token." },
          "open · everybody is admin",
        ),
    of.authRequired && h("button", { type: "button", class: "quiet", onClick: logOut }, "Log out"),
  ]);
}

/**
 * @param {{config: import("../lib/types").Config, searchRef: any, has: (page: string) => boolean,
 *   onHelp: () => void}} props
 */
export function Header({ config, searchRef, has, onHelp }) {
  return h("header", {}, [
    h("span", { class: "label" }, [
      h("span", { class: "strong" }, "Regent"),
      // An installation without a name has the service's, which would stand there twice.
      config.label !== "regent" && [" ", h("span", { class: "muted" }, config.label)],
    ]),
    h(Search, { inputRef: searchRef, has }),
    h("span", { class: "grow" }),
    h(Freshness, {}),
    h(
      "button",
      { type: "button", class: "quiet", onClick: nextZone, title: "Local time or UTC (z)" },
      zoneName(),
    ),
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        onClick: nextTheme,
        title: "Light, dark, or as the system has it",
      },
      `Theme: ${theme.value}`,
    ),
    h("button", { type: "button", class: "quiet", onClick: onHelp, title: "Keys (?)" }, "Keys"),
    h(Who, {}),
  ]);
}
