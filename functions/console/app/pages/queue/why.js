/** Why partitions of a queue do not move for a group: how many are in which state. */

import { address, get } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { partitionHref } from "../../lib/links.js";
import { TONES } from "../../lib/sentences.js";
import { href } from "../../lib/url.js";
import { Badge } from "../../ui/badge.js";
import { CurlButton } from "../../ui/copy.js";
import { SelectField } from "../../ui/field.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { groupOptions, standingIn } from "./filters.js";
import { NoGroup } from "./groups.js";

/** @typedef {import("../../lib/types").Queue} Queue */
/** @typedef {import("../../lib/types").QueueExplanation} Explanation */
/** @typedef {import("./page.js").State} State */

const ROUTE = "/api/v1/resources/queues/{queue}/explain";

/** @param {{of: Queue, state: State, set: (changes: Partial<State>) => void}} props */
export function Why({ of, state, set }) {
  const worst = of.groups.toSorted((one, other) => other.open - one.open)[0]?.name ?? "";
  const group = state.group || worst;
  if (group === "") {
    return h(NoGroup, { queue: of.name });
  }
  return h("div", {}, [
    h("div", { class: "filters" }, [
      h(SelectField, {
        label: "Group",
        value: group,
        options: groupOptions(of, group),
        onChange: (/** @type {string} */ name) => set({ group: name }),
      }),
    ]),
    h(Reasons, { queue: of.name, group, key: group }),
  ]);
}

/** @param {{queue: string, group: string}} props */
function Reasons({ queue, group }) {
  const asked = { path: { queue }, query: { group } };
  const poll = usePoll((signal) => get(ROUTE, { ...asked, signal }), "steady", [queue, group]);
  return h(Polled, {
    poll,
    children: (/** @type {Explanation} */ of) =>
      h("div", {}, [
        h("ul", { class: "reasons" }, [
          ...of.states.map((each) =>
            h(Reason, { of, each, key: `${each.state} ${each.restReason}` }),
          ),
          of.idle !== null &&
            h("li", { key: "idle" }, [
              h(Badge, {}, "idle"),
              ` ${count(of.idle, "partition")}: nothing is open there, or the group never came.`,
            ]),
        ]),
        of.more &&
          h(
            "p",
            { class: "note" },
            `These are the ${number(of.lookedAt)} partitions that pops would take first, or whose` +
              " rest ends first. Others wait, too.",
          ),
        h(CurlButton, { request: { method: "GET", path: address(ROUTE, asked) } }),
      ]),
  });
}

/** @param {{of: Explanation, each: Explanation["states"][number]}} props */
function Reason({ of, each }) {
  const { queue, group } = of;
  const shown = { name: queue, ...standingIn(group, each.state) };
  return h("li", {}, [
    h(Badge, { tone: TONES[each.state] }, each.state.replaceAll("_", " ")),
    " ",
    h("a", { href: href("queue", { ...shown, from: "" }) }, count(each.partitions, "partition")),
    each.restReason !== null && ` · ${each.restReason.replaceAll("_", " ")}`,
    each.nextUntil !== null && [" · next ", h(Instant, { at: each.nextUntil, only: "relative" })],
    h("span", { class: "muted" }, " · such as "),
    each.examples.map((example, place) => [
      place > 0 && ", ",
      h(Name, {
        name: example.partition,
        most: 32,
        href: partitionHref({ id: example.partitionId, queue, name: example.partition }, group),
      }),
    ]),
  ]);
}
