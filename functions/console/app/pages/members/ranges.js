/** Partitions in a few characters. */

/**
 * `0–3, 7`; `none` where there are none.
 * @param {number[]} partitions in order
 */
export function ranges(partitions) {
  /** @type {[number, number][]} */
  const found = [];
  for (const each of partitions) {
    const last = found.at(-1);
    if (last && last[1] === each - 1) {
      last[1] = each;
    } else {
      found.push([each, each]);
    }
  }
  const told = found.map(([from, to]) => (from === to ? from : `${from}–${to}`));
  return told.join(", ") || "none";
}
