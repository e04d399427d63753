/** Single keys and short sequences of them, such as `g` then `q`. */

/** @typedef {{keys: string, does: string, run: () => void}} Shortcut */

const SEQUENCE_MS = 1_000;

/**
 * Reads keys one after another and says which shortcut is meant.
 * @param {() => Shortcut[]} shortcuts those that hold now
 */
export function reader(shortcuts) {
  let begun = "";
  let at = Number.NEGATIVE_INFINITY;

  /**
   * @param {string} key as KeyboardEvent.key
   * @param {number} time in milliseconds
   * @returns {Shortcut | undefined}
   */
  return (key, time) => {
    const typed = begun && time - at < SEQUENCE_MS ? `${begun} ${key}` : key;
    begun = "";
    const known = shortcuts();
    const found = known.find((each) => each.keys === typed);
    if (!found && known.some((each) => each.keys.startsWith(`${typed} `))) {
      begun = typed;
      at = time;
    }
    return found;
  };
}
