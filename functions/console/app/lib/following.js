/** What a list that follows keeps: the newest rows, a bounded number of them, and how many it missed. */

/** Rows that stay. */
export const KEPT_ROWS = 200;

/**
 * @template {{id: string}} T
 */
export class Following {
  constructor() {
    /** @type {T[]} the newest first */
    this.rows = [];
    /** How many came since the start. */
    this.came = 0;
    /** How often more came than one look reads: some of those are not among the rows. */
    this.gaps = 0;
    this.hasBegun = false;
  }

  /**
   * The newest page. Rows that are there already say what they are now.
   * @param {T[]} newest
   * @param {boolean} isFull there are more behind it
   */
  take(newest, isFull) {
    const now = new Map(newest.map((row) => [row.id, row]));
    const known = new Set(this.rows.map((row) => row.id));
    const fresh = newest.filter((row) => !known.has(row.id));
    if (this.hasBegun) {
      this.came += fresh.length;
      this.gaps += isFull && fresh.length === newest.length ? 1 : 0;
    }
    this.hasBegun = true;
    const old = this.rows.map((row) => now.get(row.id) ?? row);
    this.rows = [...fresh, ...old].slice(0, KEPT_ROWS);
  }
}
