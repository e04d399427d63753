/** Where a reader was on a page, found again after a reload and after Back. */

import { keep, keepSoon, kept, place } from "../lib/url.js";
import { useEffect, useLayoutEffect, useRef } from "../vendor/hooks.js";

const WINDOW = "window";
/** What a page shows comes with its answers: for so long the window waits for them. */
const PATIENCE_MS = 5_000;
const MOVES = ["wheel", "keydown", "pointerdown"];

/**
 * Keep something while the component is there.
 * @param {string} name
 * @param {() => unknown} tell
 */
export function useKept(name, tell) {
  const last = useRef(tell);
  last.current = tell;
  useEffect(() => keep(name, () => last.current()), [name]);
  useEffect(keepSoon);
}

/**
 * Keep how far a box was scrolled. It is there again as soon as the box is long enough, unless the
 * reader moves first.
 * @param {string} name
 * @param {{current: HTMLElement | null}} box
 * @param {number} rows the box gets longer with them
 */
export function useKeptScroll(name, box, rows) {
  const wanted = useRef(/** @type {number | undefined} */ (kept(name)));
  useKept(name, () => wanted.current ?? box.current?.scrollTop);
  useLayoutEffect(() => {
    if (wanted.current !== undefined && box.current) {
      box.current.scrollTop = wanted.current;
      if (box.current.scrollTop >= wanted.current - 1) {
        wanted.current = undefined;
      }
    }
  }, [rows]);
  const moves = () => {
    wanted.current = undefined;
  };
  return { onScroll: keepSoon, onWheel: moves, onKeyDown: moves, onPointerDown: moves };
}

/** Keep how far the window was scrolled. Another page begins at its top. */
export function useKeptWindow() {
  const { page } = place.value;
  useKept(WINDOW, () => scrollY);
  useEffect(() => {
    addEventListener("scroll", keepSoon, { passive: true });
    return () => removeEventListener("scroll", keepSoon);
  }, []);
  useEffect(() => {
    const wanted = kept(WINDOW) ?? 0;
    scrollTo(0, wanted);
    if (scrollY >= wanted - 1) {
      return;
    }
    const ending = new AbortController();
    const growing = new ResizeObserver(() => {
      scrollTo(0, wanted);
      if (scrollY >= wanted - 1) {
        ending.abort();
      }
    });
    growing.observe(document.body);
    ending.signal.addEventListener("abort", () => growing.disconnect());
    const { signal } = ending;
    for (const move of MOVES) {
      addEventListener(move, () => ending.abort(), { signal, passive: true });
    }
    const timer = setTimeout(() => ending.abort(), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [page]);
}
