/** The summary, which the shell asks for on every page: its banner and the Overview share it. */

import { signal } from "../vendor/signals.js";

export const summary = signal(
  /** @type {import("../lib/refresh.js").Poll<import("../lib/types").Summary> | null} */ (null),
);
