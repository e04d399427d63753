/** What may be done with a group of the log: stop, start, reset; release a claim, advance a partition. */

import { change as ask, send } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { may } from "../../lib/session.js";
import { clock } from "../../lib/time.js";
import { Confirm } from "../../ui/confirm.js";
import { TextField } from "../../ui/field.js";
import { tell, tellError } from "../../ui/toast.js";
import { refreshAll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/**
 * @typedef {import("../../lib/types").LogGroup} Group
 * @typedef {import("../../lib/types").LogOffset} Row
 * @typedef {{kind: "reset", of: Group} | {kind: "release" | "advance", group: string, row: Row}} Change
 */

const GROUP = "/api/v1/log/groups";
const STOP = `${GROUP}/stop`;
const START = `${GROUP}/start`;
const RESET = `${GROUP}/reset`;
export const RELEASE = `${GROUP}/release`;
const ADVANCE = `${GROUP}/advance`;

/** @param {{of: Group, onChange: (change: Change) => void}} props */
export function GroupActions({ of, onChange }) {
  if (!may("POST", STOP)) {
    return null;
  }
  const turn = async (/** @type {string} */ route) => {
    const other = route === STOP ? START : STOP;
    try {
      await send("POST", route, { body: { groupId: of.groupId } });
      tell(
        route === STOP
          ? `${of.groupId} is stopped. A worker that holds a partition finishes it.`
          : `${of.groupId} goes on.`,
        { undo: () => turn(other) },
      );
      refreshAll();
    } catch (error) {
      tellError(error);
    }
  };
  const isActive = of.status === "active";
  return [
    h(
      "button",
      { type: "button", onClick: () => turn(isActive ? STOP : START) },
      isActive ? "Stop" : "Start",
    ),
    h("button", { type: "button", onClick: () => onChange({ kind: "reset", of }) }, "Reset…"),
  ];
}

/** @param {{change: Change, onClose: () => void, done: () => void}} props */
export function Change({ change, onClose, done }) {
  if (change.kind === "reset") {
    return h(Reset, { of: change.of, onClose, done });
  }
  const { group, row } = change;
  return h(change.kind === "release" ? Release : Advance, { group, row, onClose, done });
}

/** @param {{of: Group, onClose: () => void, done: () => void}} props */
function Reset({ of, onClose, done }) {
  const body = { groupId: of.groupId };
  return h(Confirm, {
    title: `Reset ${of.groupId}`,
    button: `Forget the positions in ${count(of.partitions, "partition")}`,
    typed: of.groupId,
    noun: "group's name",
    onClose,
    request: () => ({ method: "POST", path: RESET, body }),
    run: async () => {
      const { answer, requestId } = await ask("POST", RESET, { body });
      tell(`${of.groupId} starts again: it forgot ${count(answer.offsetsDeleted, "partition")}.`, {
        requestId,
      });
      done();
    },
    children: [
      h(
        "p",
        {},
        `The group forgets how far it is in ${count(of.partitions, "partition")}, and sees the log` +
          ` again from its start, up to position ${number(of.safePosition)} and beyond.`,
      ),
      h(
        "p",
        {},
        "What it completed comes again as replaying, never in one batch with what is new. A worker" +
          " that does not look at replaying does everything twice. It cannot be undone.",
      ),
      of.claimed > 0 &&
        h(
          "p",
          { class: "note orange" },
          `${count(of.claimed, "partition is", "partitions are")} claimed now: those claims end, and` +
            " what their workers answer is refused.",
        ),
    ],
  });
}

/** @param {{group: string, row: Row, onClose: () => void, done: () => void}} props */
function Release({ group, row, onClose, done }) {
  const body = { groupId: group, offsetId: row.claimId };
  return h(Confirm, {
    title: `Release ${row.partitionKey}`,
    button: `End the claim of ${row.claimedBy}`,
    onClose,
    request: () => ({ method: "POST", path: RELEASE, body }),
    run: async () => {
      const { requestId } = await ask("POST", RELEASE, { body });
      tell(`Released ${row.partitionKey}: the next claim gets the same messages.`, { requestId });
      done();
    },
    children: [
      h(
        "p",
        {},
        `${row.claimedBy} holds the partition for ${group} until ${clock(row.claimedUntil ?? 0)}.` +
          " Its messages can be claimed again at once, from position" +
          ` ${number(row.nextPosition ?? row.lastPosition + 1)} on.`,
      ),
      h(
        "p",
        {},
        "If the worker is still at work, another one does the work a second time, and the first" +
          " one's ack is refused. A guard still keeps decisions that rest on old reads out.",
      ),
    ],
  });
}

/** @param {{group: string, row: Row, onClose: () => void, done: () => void}} props */
function Advance({ group, row, onClose, done }) {
  const [text, setText] = useState(row.nextPosition === null ? "" : String(row.nextPosition));
  const isPosition = /^\d{1,15}$/.test(text) && Number(text) > row.lastPosition;
  const body = { groupId: group, partition: row.partitionValue, position: Number(text) };
  return h(Confirm, {
    title: `Advance ${row.partitionKey}`,
    button: isPosition ? `Move from ${number(row.lastPosition)} to ${number(body.position)}` : null,
    onClose,
    fields: h(TextField, {
      label: "To position",
      value: text,
      mono: true,
      onInput: (typed) => setText(typed.trim()),
    }),
    request: () => ({ method: "POST", path: ADVANCE, body }),
    run: async () => {
      const { answer, requestId } = await ask("POST", ADVANCE, { body });
      tell(`${group} is at position ${number(answer.position)} in ${row.partitionKey}.`, {
        requestId,
      });
      done();
    },
    children: isPosition
      ? h(
          "p",
          {},
          `${group} counts as done with the partition up to position ${number(body.position)}. What is` +
            " pending there is never handed out; a group never goes back, except by a reset.",
        )
      : h(
          "p",
          { class: "muted" },
          `A position behind ${number(row.lastPosition)}, where the group is, and not behind the end` +
            " of the log.",
        ),
  });
}
