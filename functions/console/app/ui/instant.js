/** An instant: absolute and relative side by side. */

import { absolute, clock, relative, toMs } from "../lib/time.js";
import { h } from "../vendor/preact.js";

/** @param {{at: string | number | null, only?: "clock" | "relative"}} props */
export function Instant({ at, only }) {
  if (at === null) {
    return h("span", { class: "muted" }, "never");
  }
  const iso = new Date(toMs(at)).toISOString();
  const told = { clock: clock(at), relative: relative(at) };
  return h(
    "time",
    { dateTime: iso, title: absolute(at) },
    only ? told[only] : [told.clock, " ", h("span", { class: "muted" }, told.relative)],
  );
}
