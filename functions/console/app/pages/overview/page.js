/** Overview: is it healthy; what is stuck, growing, dying, and since when? */

import { count, number } from "../../lib/format.js";
import { duration, relative } from "../../lib/time.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { Figure } from "../../ui/figure.js";
import { Polled } from "../../ui/states.js";
import { summary } from "../../ui/summary.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { Minutes } from "../parts/machine/minutes.js";
import { Trying } from "../parts/trying/later.js";
import { Activity } from "./activity.js";
import { Changes } from "./changes.js";
import { Alarms, FullestQueues, WorstGroups } from "./lists.js";
import { Past } from "./past.js";

/** @typedef {import("../../lib/types").Summary} Summary */

/** @type {import("../index.js").Page} */
export const page = { state: { code: "curl", at: "", versus: "" }, View };

/**
 * @typedef {{code: string, at: string, versus: string}} State
 * @typedef {{state: State, set: (changes: any, how?: {typing?: boolean}) => void}} Props
 */

/** @param {Props} props */
function View({ state, set }) {
  return state.at === "" && state.versus === ""
    ? h(Present, { state, set })
    : h(Past, { state, set });
}

/** @param {Props} props */
function Present({ state, set }) {
  const poll = summary.value;
  // Who began here goes on here, though the first push already made a queue.
  const [isNew, setNew] = useState(false);
  const isEmpty = poll?.data.value?.queues === 0;
  useEffect(() => {
    setNew((before) => before || isEmpty);
  }, [isEmpty]);
  if (poll === null) {
    return null;
  }
  return h(Polled, {
    poll,
    children: (/** @type {Summary} */ of) =>
      of.queues === 0 || isNew
        ? h(First, { of, state, set, onDone: () => setNew(false) })
        : h(Health, { of, state, set }),
  });
}

/** @param {Props & {of: Summary, onDone: () => void}} props */
function First({ of, state, set, onDone }) {
  return h("div", {}, [
    h("h1", {}, "Nothing is here yet"),
    of.queues > 0 &&
      h("p", {}, h("button", { type: "button", onClick: onDone }, "Show the Overview")),
    h(Trying, { code: state.code, onCode: (/** @type {string} */ code) => set({ code }) }),
  ]);
}

/** @param {Props & {of: Summary}} props */
function Health({ of, state, set }) {
  const wrong = of.alarms.length;
  return h("div", {}, [
    h("h1", {}, "Overview"),
    h("p", { class: "lead" }, [
      wrong ? h(Badge, { tone: "red" }, count(wrong, "alarm")) : h(Badge, {}, "healthy"),
      " ",
      h("span", { class: "muted" }, counted(of)),
      " ",
      h(Minutes, { state, set }),
    ]),
    h(Alarms, { alarms: of.alarms }),
    h(Figures, { of }),
    h(Activity, {}),
    h("div", { class: "columns" }, [
      h(WorstGroups, { groups: of.worstGroups }),
      h(FullestQueues, { queues: of.fullestQueues }),
    ]),
    h("div", { class: "columns" }, [h(Changes, { at: "" }), h(Background, { of })]),
  ]);
}

/** @param {Summary} of */
function counted(of) {
  if (of.countedAt === null || of.ageSeconds === null) {
    return "not counted yet";
  }
  return of.ageSeconds < 1 ? "counted now" : `counted ${relative(of.countedAt)}`;
}

/** @param {{of: Summary}} props */
function Figures({ of }) {
  const oldest = of.oldestOpenSeconds;
  const late = of.deadLettersLastHour;
  return h("dl", { class: "figures" }, [
    h(Figure, { title: "Open" }, h("a", { href: href("queues") }, number(of.open))),
    h(
      Figure,
      { title: "Oldest open" },
      oldest === null ? "–" : h("a", { href: href("groups", { tab: "late" }) }, duration(oldest)),
    ),
    h(Figure, { title: "Dead letters" }, [
      h("a", { href: href("dead-letters") }, number(of.deadLetters)),
      late > 0 && h("span", { class: "small red-text" }, ` +${number(late)} in 1 h`),
    ]),
    h(Figure, { title: "Leases" }, h("a", { href: href("leases") }, number(of.leases))),
    h(Figure, { title: "Queues" }, h("a", { href: href("queues") }, number(of.queues))),
    h(Figure, { title: "Partitions" }, number(of.partitions)),
  ]);
}

/** @param {{of: Summary}} props */
function Background({ of }) {
  return h("section", {}, [
    h("h2", {}, "In the background"),
    h("ul", { class: "lines" }, [
      ...of.schedules.map((each) =>
        h("li", { key: each.name }, [
          h("span", { class: "mono" }, each.name),
          each.ranAt === null ? " has not run yet" : ` ran ${relative(each.ranAt)}`,
          " ",
          each.late && h(Badge, { tone: "orange" }, "late"),
        ]),
      ),
      h("li", {}, [
        "Event log: position ",
        h("span", { class: "mono" }, number(of.log.lastPosition)),
        of.log.safePosition === of.log.lastPosition
          ? ", all of it readable"
          : `, readable up to ${number(of.log.safePosition)}`,
        " ",
        of.log.heldSeconds > 0 &&
          h(Badge, { tone: "orange" }, `held for ${duration(of.log.heldSeconds)}`),
      ]),
    ]),
  ]);
}
