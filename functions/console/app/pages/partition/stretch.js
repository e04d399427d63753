/** Which messages of a partition are shown. They keep their place until somebody asks for others. */

/** @typedef {import("../../lib/types").Answer<"/api/v1/messages">["messages"][number]} Row */
/** @typedef {import("../../lib/types").Explanation} Explanation */

/**
 * @typedef {object} Shown
 * @property {Row[]} rows
 * @property {number | null} cursor where the group goes on
 * @property {number} from the offset around which they are; of the newest ones 0
 * @property {number} tail the first offset that may be kept, as far as an explanation told it
 * @property {number} newer how many came since, and how many there are behind the last row
 * @property {boolean} more there are even more of them
 */

/** Messages before the cursor, from the cursor on, and of those that came since. */
export const BEFORE = 10;
export const AFTER = 50;
const NEWER = 60;

/** The messages around a cursor, or around an offset, or the newest ones. */
export class Stretch {
  /**
   * @param {(query: {order: "asc" | "desc", afterOffset?: number, limit: number},
   *   signal: AbortSignal) => Promise<Row[]>} ask
   * @param {((signal: AbortSignal) => Promise<Explanation>) | null} explain null: no group is there
   * @param {string} at an offset, `newest`, or nothing: around the cursor
   */
  constructor(ask, explain, at) {
    this.ask = ask;
    this.explain = explain;
    this.given = /^\d{1,15}$/.test(at) ? Number(at) : null;
    this.isNewest = at === "newest" || (this.given === null && explain === null);
    this.anchor = this.given;
    /** The offsets of the newest messages that are shown. */
    this.first = 0;
    this.last = -1;
  }

  /** Take another place the next time: where the cursor or the newest message is then. */
  forget() {
    this.anchor = this.given;
    this.last = -1;
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<Shown>}
   */
  async load(signal) {
    const of = this.explain && (await this.explain(signal));
    const cursor = of && (of.cursor ?? of.firstPop?.offset ?? of.tail);
    const shown = this.isNewest ? this.newest(cursor, signal) : this.around(cursor, signal);
    return { ...(await shown), tail: of?.tail ?? 0 };
  }

  /**
   * @param {number | null} cursor
   * @param {AbortSignal} signal
   */
  async around(cursor, signal) {
    this.anchor ??= cursor ?? 0;
    const from = this.anchor;
    const rows = await this.behind(from - BEFORE, BEFORE + AFTER + NEWER + 1, signal);
    const shown = rows.filter((row) => row.offset < from + AFTER);
    const newer = rows.length - shown.length;
    return { rows: shown, cursor, from, newer: Math.min(newer, NEWER), more: newer > NEWER };
  }

  /**
   * @param {number | null} cursor
   * @param {AbortSignal} signal
   */
  async newest(cursor, signal) {
    if (this.last < 0) {
      const rows = await this.ask({ order: "desc", limit: BEFORE + AFTER }, signal);
      this.last = rows[0]?.offset ?? -1;
      this.first = rows.at(-1)?.offset ?? 0;
      return { rows, cursor, from: 0, newer: 0, more: false };
    }
    const rows = await this.behind(this.first, BEFORE + AFTER + NEWER + 1, signal);
    const shown = rows.filter((row) => row.offset <= this.last).reverse();
    const newer = rows.length - shown.length;
    return { rows: shown, cursor, from: 0, newer: Math.min(newer, NEWER), more: newer > NEWER };
  }

  /**
   * From an offset on, the oldest first.
   * @param {number} offset
   * @param {number} limit
   * @param {AbortSignal} signal
   */
  behind(offset, limit, signal) {
    const after = offset > 0 ? { afterOffset: offset - 1 } : {};
    return this.ask({ order: "asc", limit, ...after }, signal);
  }
}
