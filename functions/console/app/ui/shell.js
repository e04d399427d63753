/** The frame around each page: navigation, header, banners, keys, and the page of the address. */

import { get, offline } from "../lib/api.js";
import { reader } from "../lib/keys.js";
import { shortcuts, theme } from "../lib/prefs.js";
import { session, wanted } from "../lib/session.js";
import { go, href, parseState, place, update } from "../lib/url.js";
import { useEffect, useMemo, useRef, useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";
import { useSignalEffect } from "../vendor/signals.js";
import { attention } from "./attention.js";
import { copyText } from "./copy.js";
import { Header, nextTheme, nextZone, togglePause } from "./header.js";
import { Help } from "./help.js";
import { useKeptWindow } from "./kept.js";
import { LoginForm } from "./login.js";
import { Nav } from "./nav.js";
import { Failure, Loading, NewRelease } from "./states.js";
import { summary } from "./summary.js";
import { Toasts, tell } from "./toast.js";
import { refreshAll, usePoll } from "./use.js";

/** @typedef {import("../pages/index.js").Listed} Listed */
/** @typedef {import("../pages/index.js").Page} Page */

/**
 * Pages that were loaded, by their paths.
 * @type {Map<string, Page>}
 */
const loaded = new Map();

/** @param {{pages: Listed[], config: import("../lib/types").Config}} props */
export function Shell({ pages, config }) {
  const [help, setHelp] = useState(false);
  const searchRef = useRef(/** @type {HTMLInputElement | null} */ (null));
  const known = useMemo(() => shortcutsOf(pages, searchRef, () => setHelp(true)), [pages]);
  useKeys(known, searchRef);
  useLinks();
  useKeptWindow();
  useSignalEffect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
  if (wanted.value !== null) {
    return h(LoginForm, { config });
  }
  if (session.value === null) {
    return h("main", {}, h(Loading, {}));
  }
  return h("div", { class: "shell" }, [
    h("a", { class: "skip", href: "#content" }, "Skip to the page"),
    h(Header, {
      config,
      searchRef,
      has: (path) => pages.some((each) => each.path === path),
      onHelp: () => setHelp(true),
    }),
    h(Nav, { pages }),
    h("main", { id: "content", tabIndex: -1 }, [
      h(Banners, {}),
      h(View, { pages, key: place.value.page }),
    ]),
    help && h(Help, { known, version: config.version, onClose: () => setHelp(false) }),
    h(Toasts, {}),
  ]);
}

/** @param {{pages: Listed[]}} props */
function View({ pages }) {
  const { page: path, query } = place.value;
  const listed = pages.find((each) => each.path === path);
  const [page, setPage] = useState(loaded.get(path) ?? null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!listed || page) {
      return;
    }
    listed.load().then(
      (module) => {
        loaded.set(path, module.page);
        setPage(module.page);
      },
      () => setFailed(true),
    );
  }, [listed]);
  useEffect(() => {
    document.title = listed ? `${listed.title} · Regent` : "Regent";
  }, [listed]);
  if (!listed) {
    return h("div", { class: "failure" }, [
      h("h1", {}, "No such page"),
      h("p", {}, [
        "The console has no page “",
        path,
        "”. ",
        h("a", { href: href("") }, "Overview"),
      ]),
    ]);
  }
  if (failed) {
    return h(NewRelease, {});
  }
  if (!page) {
    return h(Loading, {});
  }
  const { state, problems } = parseState(page.state, query);
  const set = (/** @type {any} */ changes, /** @type {any} */ how) =>
    update(path, page.state, changes, how);
  return h("div", { class: "page" }, [
    problems.length > 0 && h("p", { class: "note yellow", role: "status" }, problems.join(" ")),
    h(page.View, { state, set, key: "view" }),
  ]);
}

function Banners() {
  const poll = usePoll((signal) => get("/api/v1/status/summary", { signal }), "steady", []);
  useEffect(() => {
    summary.value = poll;
  }, [poll]);
  const stopped = poll.data.value?.maintenance;
  const whole = [stopped?.push && "Pushes", stopped?.pop && "Pops"].filter(Boolean).join(" and ");
  const single = stopped?.queues ?? [];
  return h("div", { class: "banners" }, [
    offline.value &&
      h(
        "p",
        { class: "banner red", role: "status" },
        "No server answers. What you see is what was read last.",
      ),
    !attention.awake.value &&
      h(
        "p",
        { class: "banner", role: "status" },
        "Nobody was here for 15 minutes, so nothing is refreshed. Move, and it goes on.",
      ),
    whole &&
      h("p", { class: "banner orange", role: "status" }, `${whole} are stopped for all queues.`),
    single.length > 0 &&
      h("p", { class: "banner orange", role: "status" }, [
        "Stopped: ",
        single
          .slice(0, 3)
          .map((each) => [
            h("a", { class: "mono", href: href("queue", { name: each.queue }) }, each.queue),
            ` (${[each.push && "pushes", each.pop && "pops"].filter(Boolean).join(", ")}) `,
          ]),
        single.length > 3 && `and ${single.length - 3} more`,
      ]),
  ]);
}

/** Links of ours change the address without loading the console anew. */
function useLinks() {
  useEffect(() => {
    const follow = (/** @type {MouseEvent} */ event) => {
      const target = event.target instanceof Element ? event.target.closest("a") : null;
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (
        !target ||
        !isPlain ||
        event.defaultPrevented ||
        target.target ||
        target.origin !== location.origin
      ) {
        return;
      }
      if (target.pathname.startsWith("/console/") && !target.hash) {
        event.preventDefault();
        go(target.pathname + target.search);
        document.getElementById("content")?.focus({ preventScroll: true });
      }
    };
    addEventListener("click", follow);
    return () => removeEventListener("click", follow);
  }, []);
}

/**
 * @param {Listed[]} pages
 * @param {{current: HTMLInputElement | null}} searchRef
 * @param {() => void} help
 */
function shortcutsOf(pages, searchRef, help) {
  const copyLink = async () => {
    await copyText(location.href);
    tell("Copied the link to this view.");
  };
  return [
    { keys: "/", does: "search", run: () => searchRef.current?.focus() },
    ...pages
      .filter((each) => each.key)
      .map((each) => ({
        keys: `g ${each.key}`,
        does: `go to ${each.title}`,
        run: () => go(href(each.path)),
      })),
    { keys: "r", does: "refresh", run: refreshAll },
    { keys: "p", does: "pause refreshing", run: togglePause },
    { keys: "z", does: "local time or UTC", run: nextZone },
    { keys: "t", does: "theme", run: nextTheme },
    { keys: "c", does: "copy the link to this view", run: copyLink },
    { keys: "?", does: "show the keys", run: help },
  ];
}

/**
 * @param {import("../lib/keys.js").Shortcut[]} known
 * @param {{current: HTMLInputElement | null}} searchRef
 */
function useKeys(known, searchRef) {
  useEffect(() => {
    const read = reader(() => known);
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        searchRef.current?.focus();
        return;
      }
      const isTyping =
        event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !shortcuts.peek()) {
        return;
      }
      const found = read(event.key, event.timeStamp);
      if (found) {
        event.preventDefault();
        found.run();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [known]);
}

/** @param {{error: any}} props */
export function Broken({ error }) {
  return h("main", { class: "login" }, [
    h("h1", {}, "Regent"),
    h(Failure, { error, onRetry: () => location.reload() }),
  ]);
}
