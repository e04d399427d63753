/** A long list behind a key: the pages that were visited, and those nearest to the view in memory. */

import { signal } from "../vendor/signals.js";

/** Pages that one press of a button reads, each after a bounded look of the server. */
const FURTHER_PAGES = 10;
/** Pages whose rows stay in memory. */
const KEPT_PAGES = 50;

/**
 * @template T
 * @typedef {{rows: T[], nextCursor: string | null, total: number | null}} Page
 */

/**
 * @template T
 */
export class Keyset {
  /**
   * @param {(cursor: string | null, signal: AbortSignal) => Promise<Page<T>>} load
   * @param {number} size rows of a full page
   * @param {(row: T) => unknown} [rowKey] what tells one row from another
   */
  constructor(load, size, rowKey = (row) => row) {
    this.load = load;
    this.size = size;
    this.rowKey = rowKey;
    /** A pointer is over the rows: they keep their places, and another order waits. */
    this.isHeld = false;
    this.waits = signal(false);
    /** How many rows are known, and how many there are. */
    this.known = signal(0);
    this.total = signal(/** @type {number | null} */ (null));
    /** Changes with each page that came. */
    this.version = signal(0);
    /** @type {{cursor: string | null, rows: T[] | null, count: number}[]} */
    this.pages = [{ cursor: null, rows: null, count: 0 }];
    this.hasMore = true;
    /** The last page that came was short, though there is more: only a person asks for the next. */
    this.isShort = false;
    /** The place in view. */
    this.from = 0;
    this.to = 0;
    /** Where a reader was at the last visit: the place at the top, and the key of the row. */
    this.left = { top: 0, key: /** @type {string | null} */ (null) };
    this.ending = new AbortController();
  }

  /**
   * What has to be kept so that another visit finds its place without reading all before it.
   * @param {Keyset<any>["left"]} left
   */
  bookmark(left) {
    const pages = this.pages.map(({ cursor, count }) => ({ cursor, count }));
    return { pages, hasMore: this.hasMore, isShort: this.isShort, left };
  }

  /**
   * Begin where another visit of the same list left.
   * @param {ReturnType<Keyset<any>["bookmark"]>} bookmark
   */
  resume({ pages, hasMore, isShort, left }) {
    this.pages = pages.map((page) => ({ ...page, rows: null }));
    this.hasMore = hasMore;
    this.isShort = isShort;
    this.left = left;
    this.known.value = pages.reduce((sum, page) => sum + page.count, 0);
    this.from = Math.floor(left.top);
    this.to = this.from + this.size / 2;
  }

  /**
   * @param {number} place
   * @returns {T | undefined}
   */
  row(place) {
    return this.rows(place, place + 1)[0];
  }

  /**
   * The rows from a place on, up to another one; undefined where they were not read, or forgotten.
   * @param {number} from
   * @param {number} to
   */
  rows(from, to) {
    let { number, start } = this.at(from);
    return Array.from({ length: Math.max(0, to - from) }, (_, step) => {
      const place = from + step;
      while (place >= start + (this.pages[number]?.count ?? Number.POSITIVE_INFINITY)) {
        start += this.pages[number]?.count ?? 0;
        number += 1;
      }
      return this.pages[number]?.rows?.[place - start];
    });
  }

  /**
   * The page in which a place is, and where that page starts. Pages may be short.
   * @param {number} place
   */
  at(place) {
    let start = 0;
    for (const [number, page] of this.pages.entries()) {
      if (place < start + page.count || number === this.pages.length - 1) {
        return { number, start };
      }
      start += page.count;
    }
    return { number: 0, start: 0 };
  }

  /** The pages in view. */
  visible() {
    const last = this.known.value - 1;
    return {
      first: this.at(Math.min(this.from, last)).number,
      last: this.at(Math.min(this.to, last)).number,
    };
  }

  /** Read the pages in view anew, one after another, because each knows where the next begins. */
  async refresh() {
    const { first, last } = this.visible();
    for (let number = first; number <= last && number < this.pages.length; number += 1) {
      await this.read(number);
    }
  }

  /**
   * Show these rows; what is missing of them is read.
   * @param {number} from
   * @param {number} to
   */
  async show(from, to) {
    this.from = from;
    this.to = to;
    const { first, last } = this.visible();
    for (let number = first; number <= last && number < this.pages.length; number += 1) {
      if (this.pages[number]?.rows === null) {
        await this.read(number);
      }
    }
    while (this.hasMore && !this.isShort && to >= this.known.value - this.size / 2) {
      await this.read(this.pages.length - 1, true);
    }
  }

  /** Go on behind a short page, until something is found or this was enough for once. */
  async lookFurther() {
    const before = this.known.value;
    for (let read = 0; read < FURTHER_PAGES && this.hasMore && this.known.value === before; ) {
      await this.read(this.pages.length - 1);
      read += 1;
    }
  }

  /**
   * @param {number} number
   * @param {boolean} [onlyNew]
   */
  async read(number, onlyNew = false) {
    const page = this.pages[number];
    if (!page || (onlyNew && page.rows !== null)) {
      return;
    }
    const found = await this.load(page.cursor, this.ending.signal);
    const held = this.isHeld && page.rows !== null && this.inPlace(page.rows, found.rows);
    if (held) {
      page.rows = held;
      this.waits.value = true;
      this.version.value += 1;
      return;
    }
    page.rows = found.rows;
    page.count = found.rows.length;
    this.total.value = found.total;
    const next = this.pages[number + 1];
    if (found.nextCursor === null) {
      this.pages.length = number + 1;
      this.hasMore = false;
    } else if (next === undefined) {
      this.pages.push({ cursor: found.nextCursor, rows: null, count: 0 });
      this.hasMore = true;
    } else if (next.cursor !== found.nextCursor) {
      // Rows came or went: the pages behind begin elsewhere.
      this.pages.length = number + 1;
      this.pages.push({ cursor: found.nextCursor, rows: null, count: 0 });
      this.hasMore = true;
    }
    if (number === this.pages.length - (this.hasMore ? 2 : 1)) {
      this.isShort = this.hasMore && found.rows.length < this.size;
    }
    this.forget();
    this.known.value = this.pages.reduce((sum, each) => sum + each.count, 0);
    this.version.value += 1;
  }

  /**
   * The rows of now where the old ones are, if some would go elsewhere. A row that is gone is not
   * kept: somebody may have ended it a moment ago.
   * @param {T[]} old
   * @param {T[]} rows
   */
  inPlace(old, rows) {
    const by = new Map(rows.map((row) => [this.rowKey(row), row]));
    const renewed = old.flatMap((row) => by.get(this.rowKey(row)) ?? []);
    const moves = renewed.some((row, place) => row !== rows[place]);
    return renewed.length === old.length && moves && renewed;
  }

  /** The pointer went: the order that waits is shown. */
  async release() {
    this.isHeld = false;
    if (this.waits.value) {
      this.waits.value = false;
      await this.refresh();
    }
  }

  /** Let go of the rows that are farthest from the view. */
  forget() {
    const { first, last } = this.visible();
    const spare = Math.floor((KEPT_PAGES - (last - first + 1)) / 2);
    for (const [number, page] of this.pages.entries()) {
      if (number < first - spare || number > last + spare) {
        page.rows = null;
      }
    }
  }

  stop() {
    this.ending.abort();
  }
}
