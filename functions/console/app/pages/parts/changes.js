/** What somebody changed, as several pages show it. */

import { groupName } from "../../lib/sentences.js";
import { href } from "../../lib/url.js";
import { Instant } from "../../ui/instant.js";
import { Name } from "../../ui/name.js";
import { h } from "../../vendor/preact.js";

/** @typedef {import("../../lib/types").Change} Change */

/** Kinds of names that say by themselves what they name. */
const PLAIN = ["queue", "partition", "consumerGroup", "partitionId"];

/** @param {{of: Change}} props */
export function Who({ of }) {
  return of.subject === null
    ? h("span", { class: "muted" }, "nobody named")
    : h(Name, { name: of.subject, most: 28 });
}

/**
 * In words: `seek partition`.
 * @param {Change} of
 */
export function action(of) {
  return of.action.replaceAll("_", " ");
}

/**
 * What it is about, with the ways there.
 * @param {{of: Change}} props
 */
export function Target({ of }) {
  const { queue, partition, consumerGroup, ...rest } = of.target;
  const told = [
    queue !== undefined && h(Name, { name: queue, href: href("queue", { name: queue }), most: 28 }),
    queue !== undefined &&
      partition !== undefined &&
      h(Name, {
        name: partition,
        href: href("partition", { queue, name: partition }),
        most: 28,
      }),
    consumerGroup !== undefined && ["group ", h(Name, { name: groupName(consumerGroup) })],
    ...Object.entries(rest)
      .filter(([kind]) => !PLAIN.includes(kind))
      .map(([kind, name]) => [`${kind} `, h(Name, { name, most: 28 })]),
  ].filter(Boolean);
  if (told.length === 0) {
    return h("span", { class: "muted" }, "all");
  }
  return h(
    "span",
    {},
    told.map((each, place) => [place > 0 && " · ", each]),
  );
}

/** @param {{changes: Change[]}} props */
export function ChangeLines({ changes }) {
  if (changes.length === 0) {
    return h("p", { class: "muted" }, "Nobody changed anything.");
  }
  return h(
    "ul",
    { class: "lines" },
    changes.map((of) =>
      h("li", { key: `${of.at} ${of.requestId}` }, [
        h(Instant, { at: of.at, only: "relative" }),
        ` ${action(of)} `,
        h(Target, { of }),
        " by ",
        h(Who, { of }),
      ]),
    ),
  );
}
