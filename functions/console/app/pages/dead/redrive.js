/** Send dead letters again: where to, how fast, how many. */

import { groupName } from "../../lib/sentences.js";
import { duration } from "../../lib/time.js";
import { ChangeDialog, counted } from "../../ui/change.js";
import { Dialog } from "../../ui/dialog.js";
import { TextField } from "../../ui/field.js";
import { Failure, Loading } from "../../ui/states.js";
import { refreshAll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";
import { body, words } from "./filter.js";
import { useMatching } from "./preview.js";
import { REDRIVES } from "./redrives.js";

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
  return h(Form, { title, filter: found, close });
}

/**
 * A whole number that is typed; null: nothing is typed, NaN: it is none.
 * @param {string} text
 */
function whole(text) {
  const trimmed = text.trim();
  return trimmed === "" ? null : /^[1-9]\d{0,8}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** @param {{title: string, filter: Filter, close: () => void}} props */
function Form({ title, filter, close }) {
  const [to, setTo] = useState("");
  const [rateText, setRate] = useState(USUAL_RATE);
  const [limitText, setLimit] = useState("");
  const rate = whole(rateText);
  const limit = whole(limitText);
  const isWrong = Number.isNaN(rate) || Number.isNaN(limit);
  const request = {
    ...body(filter),
    ...(to ? { to } : {}),
    ...(rate ? { ratePerSecond: rate } : {}),
    ...(limit ? { limit } : {}),
  };
  return h(ChangeDialog, {
    title,
    asked: isWrong ? null : { method: "POST", route: REDRIVES, body: request },
    fields: [
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
      isWrong &&
        h(
          "p",
          { class: "note yellow" },
          "Rate and limit take whole numbers from 1 on, or nothing.",
        ),
    ],
    words: (preview) => h(Told, { preview, filter, to, rate }),
    button: (preview) => `Redrive ${counted(preview, preview.redriven, "letter")}`,
    told: () => "The redrive has begun.",
    done: refreshAll,
    onClose: close,
  });
}

/** @typedef {{atLeast: boolean, redriven: number, messages: number}} Preview */

/** @param {{preview: Preview, filter: Filter, to: string, rate: number | null}} props */
function Told({ preview, filter, to, rate }) {
  const { redriven, messages } = preview;
  const whose = filter.consumerGroup ? `, not only ${groupName(filter.consumerGroup)}` : "";
  return h("div", {}, [
    h(
      "p",
      {},
      `${counted(preview, redriven, "dead letter")} ${redriven === 1 ? "becomes" : "become"}` +
        ` ${counted(preview, messages, "new message")}, at the end of the partitions` +
        ` ${to ? `of the same names in ${to}` : "in which they died"}.`,
    ),
    h(
      "p",
      {},
      to ? `Every group of ${to} gets them.` : `Every group of the queue gets them again${whose}.`,
    ),
    h("p", { class: "muted" }, [
      rate && `It takes about ${duration(Math.max(1, Math.ceil(messages / rate)))}. `,
      "The server carries it on, also when this tab is closed.",
    ]),
  ]);
}
