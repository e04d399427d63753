/** Send dead letters again: where to, how fast, how many. */

import { count, number } from "../../lib/format.js";
import { groupName } from "../../lib/sentences.js";
import { duration } from "../../lib/time.js";
import { Confirm } from "../../ui/confirm.js";
import { Dialog } from "../../ui/dialog.js";
import { TextField } from "../../ui/field.js";
import { Failure, Loading } from "../../ui/states.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { body, words } from "./filter.js";
import { begin, ROUTE } from "./jobs.js";
import { useMatching } from "./preview.js";

/** @typedef {import("./filter.js").Filter} Filter */

/** Messages a second that a console sends where nobody says otherwise. */
const USUAL_RATE = "50";

/** @param {{filter: Filter, close: () => void}} props */
export function Redrive({ filter, close }) {
  const { found, error } = useMatching(filter);
  const title = `Redrive dead letters ${words(filter)}`;
  if (found === null) {
    return h(Dialog, { title, onClose: close }, [
      error === null ? h(Loading, {}) : h(Failure, { error }),
    ]);
  }
  return h(Form, { title, letters: found.of.count, filter: found.filter, close });
}

/**
 * A whole number that is typed; null: nothing is typed, NaN: it is none.
 * @param {string} text
 */
function whole(text) {
  const trimmed = text.trim();
  return trimmed === "" ? null : /^[1-9]\d{0,8}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** @param {{title: string, letters: number, filter: Filter, close: () => void}} props */
function Form({ title, letters, filter, close }) {
  const [to, setTo] = useState("");
  const [rateText, setRate] = useState(USUAL_RATE);
  const [limitText, setLimit] = useState("");
  const rate = whole(rateText);
  const limit = whole(limitText);
  const many = Math.min(letters, limit || letters);
  const request = {
    ...body(filter),
    ...(to ? { to } : {}),
    ...(rate ? { ratePerSecond: rate } : {}),
  };
  const isWrong = Number.isNaN(rate) || Number.isNaN(limit);
  return h(
    Confirm,
    {
      title,
      button: `Redrive ${count(many, "letter")}`,
      onClose: close,
      request: () => ({
        method: "POST",
        path: ROUTE,
        body: { ...request, ...(limit ? { limit } : {}) },
      }),
      run: async () => {
        if (isWrong) {
          throw new Error("Rate and limit take whole numbers from 1 on, or nothing.");
        }
        begin({ request, letters: many, limit, rate, group: filter.consumerGroup ?? "" });
      },
    },
    [
      h(Told, { filter, to, many }),
      h("div", { class: "filters" }, [
        h(TextField, {
          label: "To the queue (empty: their own)",
          value: to,
          onInput: setTo,
          mono: true,
        }),
        h(TextField, {
          label: "Messages a second (empty: all at once)",
          value: rateText,
          onInput: setRate,
        }),
        h(TextField, { label: "At most (empty: all)", value: limitText, onInput: setLimit }),
      ]),
      isWrong
        ? h(
            "p",
            { class: "note yellow" },
            "Rate and limit take whole numbers from 1 on, or nothing.",
          )
        : h(
            "p",
            { class: "muted" },
            rate
              ? `It takes about ${duration(Math.max(1, Math.ceil(many / rate)))}. Closing this tab stops it.`
              : "Closing this tab stops it.",
          ),
    ],
  );
}

/** @param {{filter: Filter, to: string, many: number}} props */
function Told({ filter, to, many }) {
  const whose = filter.consumerGroup ? `, not only ${groupName(filter.consumerGroup)}` : "";
  return h("div", {}, [
    h(
      "p",
      {},
      `${number(many)} dead ${many === 1 ? "letter becomes" : "letters become"} new messages, at the end of` +
        ` the partitions ${to ? `of the same names in ${to}` : "in which they died"}.` +
        ` Letters of several groups for one message become one.`,
    ),
    h(
      "p",
      {},
      to ? `Every group of ${to} gets them.` : `Every group of the queue gets them again${whose}.`,
    ),
  ]);
}
