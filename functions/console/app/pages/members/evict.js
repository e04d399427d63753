/** A member is evicted: its membership ends as if its session had expired. */

import { count } from "../../lib/format.js";
import { may } from "../../lib/session.js";
import { ChangeDialog } from "../../ui/change.js";
import { refreshAll } from "../../ui/use.js";
import { h } from "../../vendor/preact.js";
import { ranges } from "./ranges.js";

/** @typedef {import("../../lib/types").MemberGroup} Group */
/** @typedef {Group["members"][number]} Member */
/** @typedef {{consumerId: string, partitions: number[]}} Owner */

const ROUTE = "/api/v1/metadata/consumer-groups/{group}/members/{member}";

/** Whether the caller may evict. */
export const mayEvict = () => may("DELETE", ROUTE);

/** @param {{group: string, member: Member, onClose: () => void}} props */
export function Evict({ group, member, onClose }) {
  return h(ChangeDialog, {
    title: `Evict ${member.consumerId}`,
    asked: { method: "DELETE", route: ROUTE, path: { group, member: member.memberId } },
    typed: member.consumerId,
    noun: "consumer's name",
    words: (preview) => [
      h(
        "p",
        {},
        `${member.consumerId} reads ${held(preview.partitions)}; there` +
          ` ${count(preview.uncommitted, "record is", "records are")} not committed. Whoever reads` +
          " the partitions next reads those again, also what this consumer has done with them.",
      ),
      h("p", {}, heirs(preview.assignment)),
      h(
        "p",
        {},
        "The consumer is told by its next request, and may join again at once. To keep it away," +
          " stop its program first.",
      ),
    ],
    button: (preview) => `Evict ${preview.consumerId} from ${held(preview.partitions)}`,
    told: (answer) => `Evicted ${answer.consumerId}, which read ${held(answer.partitions)}.`,
    done: refreshAll,
    onClose,
  });
}

/** @param {number[]} partitions */
function held(partitions) {
  const noun = partitions.length === 1 ? "partition" : "partitions";
  return partitions.length === 0 ? "no partition" : `${noun} ${ranges(partitions)}`;
}

/** @param {Owner[]} assignment */
function heirs(assignment) {
  if (assignment.length === 0) {
    return "Nobody is left: the partitions wait for the next member, and pops get them meanwhile.";
  }
  const told = assignment.map((each) => `${each.consumerId} ${ranges(each.partitions)}`);
  return `Half a second later the group is dealt out anew: ${told.join(" · ")}.`;
}
