/** The end of the log: how far it is written, how far it can be read, and what holds readers up. */

import { count, number } from "../../lib/format.js";
import { duration } from "../../lib/time.js";
import { summary } from "../../ui/summary.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").Summary["log"]} LogEnd */

export function End() {
  const log = summary.value?.data.value?.log;
  if (log === undefined) {
    return h("p", { class: "lead muted" }, "Messages in one order, for good.");
  }
  return h("div", {}, [
    h("p", { class: "lead" }, [
      fact("last", number(log.lastPosition)),
      " · ",
      fact("safe", number(log.safePosition)),
      " · ",
      fact("held", duration(log.heldSeconds)),
      " · ",
      h("span", {}, `${count(log.appendsInFlight, "append")} in flight`),
    ]),
    log.heldSeconds > 0 && h("p", { class: "note orange", role: "status" }, held(log)),
  ]);
}

/**
 * @param {string} title
 * @param {string} value
 */
function fact(title, value) {
  return h("span", {}, [title, " ", h("span", { class: "mono strong" }, value)]);
}

/** @param {LogEnd} log */
function held(log) {
  const one = log.appendsInFlight === 1;
  return (
    `Readers stop at position ${number(log.safePosition)}. The first message behind it has waited` +
    ` for ${duration(log.heldSeconds)}, because ${count(log.appendsInFlight, "append")}` +
    ` ${one ? "is" : "are"} in flight: ${one ? "its transaction is" : "their transactions are"}` +
    " still open. Nothing is lost; readers go on when it ends."
  );
}
