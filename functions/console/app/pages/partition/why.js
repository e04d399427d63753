/** Why a partition does or does not move for a group: the sentence, the place, the facts. */

import { number } from "../../lib/format.js";
import { groupName, sentence, TONES } from "../../lib/sentences.js";
import { duration } from "../../lib/time.js";
import { Badge } from "../../ui/badge.js";
import { CurlButton } from "../../ui/copy.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { explain, explainAddress } from "./explain.js";
import { Moves } from "./moves.js";

/** @typedef {import("../../lib/types").Explanation} Explanation */

/** @param {{which: import("./explain.js").Which, group: string}} props */
export function Why({ which, group }) {
  const { queue, name, id } = which;
  const poll = usePoll((signal) => explain(which, group, signal), "live", [queue, name, id, group]);
  return h("section", { class: "why", "aria-label": `Group ${groupName(group)}` }, [
    h("h2", {}, ["Group ", h(Name, { name: groupName(group), most: 40 })]),
    h(Polled, {
      poll,
      children: (/** @type {Explanation} */ of) =>
        h("div", {}, [
          h("p", { class: "sentence" }, [
            h(Badge, { tone: TONES[of.state] }, of.state.replaceAll("_", " ")),
            " ",
            sentence(of),
          ]),
          h(Place, { of }),
          h(Facts, { of }),
          h("div", { class: "actions" }, [
            h(CurlButton, { request: { method: "GET", path: explainAddress(which, group) } }),
            h(Moves, { of }),
          ]),
        ]),
    }),
  ]);
}

const WIDTH = 600;

/**
 * From the oldest message that is kept to the next offset: what is done, held and open.
 * @param {{of: Explanation}} props
 */
function Place({ of }) {
  const cursor = of.cursor ?? of.firstPop?.offset ?? of.tail;
  const all = Math.max(1, of.head - of.tail);
  const done = ((cursor - of.tail) / all) * WIDTH;
  const held = (of.processing / all) * WIDTH;
  return h("figure", { class: "place" }, [
    h(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} 10`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `Kept from offset ${of.tail}; done up to ${cursor}; ${of.processing} held; ${of.open} open; head ${of.head}`,
      },
      [
        h("rect", { class: "open", x: 0, width: of.head > of.tail ? WIDTH : 0, height: 10 }),
        h("rect", { class: "done", x: 0, width: Math.max(0, done), height: 10 }),
        h("rect", { class: "held", x: Math.max(0, done), width: Math.max(0, held), height: 10 }),
      ],
    ),
    h("figcaption", { class: "small muted" }, [
      h("span", {}, `tail ${number(of.tail)}`),
      h("span", {}, `cursor ${of.cursor === null ? "–" : number(of.cursor)}`),
      h("span", {}, `${number(of.open)} open, ${number(of.processing)} held`),
      h("span", {}, `head ${number(of.head)}`),
    ]),
  ]);
}

/** @param {{of: Explanation}} props */
function Facts({ of }) {
  /** @type {[string, any][]} */
  const facts = [
    [
      "Oldest open",
      of.oldestAt === null
        ? "–"
        : [
            duration(of.lagSeconds),
            " ",
            h("span", { class: "muted" }, h(Instant, { at: of.oldestAt, only: "clock" })),
          ],
    ],
    ["Last completed", h(Instant, { at: of.lastConsumedAt })],
    [
      "Lease",
      of.lease === null
        ? "–"
        : [
            h("span", { class: "mono" }, of.lease.id.slice(0, 8)),
            of.lease.client && [" by ", h(Name, { name: of.lease.client, most: 40 })],
            " until ",
            h(Instant, { at: of.lease.expiresAt }),
          ],
    ],
    [
      "Rest",
      of.rest === null
        ? "–"
        : [of.rest.reason.replaceAll("_", " "), " until ", h(Instant, { at: of.rest.until })],
    ],
    [
      "Attempts",
      of.failure === null ? "0" : `${of.failure.attempts} of ${of.failure.retryLimit + 1}`,
    ],
  ];
  return h(
    "dl",
    { class: "inline" },
    facts.map(([title, value]) =>
      h("div", { key: title }, [h("dt", {}, title), h("dd", {}, value)]),
    ),
  );
}
