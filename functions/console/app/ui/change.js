/** A change that the server previews: the dialog asks for a dry run before its button exists. */

import { address, change } from "../lib/api.js";
import { count, number } from "../lib/format.js";
import { stringify } from "../lib/json.js";
import { groupName } from "../lib/sentences.js";
import { useEffect, useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";
import { Confirm } from "./confirm.js";
import { Instant } from "./instant.js";
import { Failure, Loading } from "./states.js";
import { tell } from "./toast.js";

/**
 * What is asked of a route with `dryRun`, without `dryRun` and `force`.
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} route as OpenAPI writes it
 * @property {Record<string, string>} [path]
 * @property {import("../lib/api.js").Query} [query]
 * @property {Record<string, unknown>} [body] where there is one, `force` goes into it
 *
 * @typedef {object} Props
 * @property {string} title before the preview came
 * @property {Asked | null} asked null while the fields are not filled in: then there is no preview
 * @property {any} [fields] inputs that `asked` is made of; another `asked` is previewed anew
 * @property {(preview: any) => string} [heading] the title, with its numbers
 * @property {(preview: any) => any} words the sentences of the preview; what it says of groups follows
 * @property {(preview: any) => string} button says again what happens, in numbers
 * @property {string} [typed] a change that destroys: the name to be typed
 * @property {string} [noun] what has that name
 * @property {(asked: Asked, preview: any) => Promise<{answer: any, requestId: string}>} [send] a change of
 *   several requests
 * @property {(answer: any) => string} told what happened
 * @property {(answer: any) => unknown} [done]
 * @property {(error: any) => unknown} [refused] the dry run, or the change
 * @property {() => void} onClose
 */

const PAUSE_MS = 300;
const MOST = 5;

/** @param {Props} props */
export function ChangeDialog(props) {
  const { asked } = props;
  const key = asked === null ? "" : stringify(asked);
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (asked === null) {
      return undefined;
    }
    const leaving = new AbortController();
    const look = () => {
      preview(asked, leaving.signal).then((next) => {
        if (!leaving.signal.aborted) {
          setFound({ ...next, key });
          next.error && props.refused?.(next.error);
        }
      });
    };
    const timer = setTimeout(look, found === null ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, tries]);
  const again = () => setTries(tries + 1);
  const now = found !== null && found.key === key ? found : null;
  const isReady = asked !== null && now?.answer;
  return h(Confirm, {
    title: isReady ? (props.heading?.(now.answer) ?? props.title) : props.title,
    fields: props.fields,
    button: isReady ? props.button(now.answer) : null,
    typed: props.typed,
    noun: props.noun,
    forceNeeded: isReady && now.answer.forceNeeded,
    onClose: props.onClose,
    request: (force) => {
      const { method, route, path, query, body } = forced(/** @type {Asked} */ (asked), force);
      return { method, path: address(route, { path, query }), body };
    },
    run: (force) => run(forced(/** @type {Asked} */ (asked), force), props, now?.answer, again),
    children: isReady
      ? [props.words(now.answer), now.answer.groups && h(Moved, { of: now.answer })]
      : asked !== null &&
        (now?.error ? h(Failure, { error: now.error, onRetry: again }) : h(Loading, {})),
  });
}

/** @typedef {{key: string, answer?: any, error?: any}} Found */

/**
 * @param {Asked} asked
 * @param {AbortSignal} signal
 * @returns {Promise<{answer?: any, error?: any}>}
 */
async function preview(asked, signal) {
  const { method, route, path, query, body } = asked;
  try {
    const sent = { path, query: { ...query, dryRun: true }, body, signal };
    return { answer: (await change(method, route, sent)).answer };
  } catch (error) {
    return { error };
  }
}

/** @param {Asked} asked */
function sent({ method, route, path, query, body }) {
  return change(method, route, { path, query, body });
}

/**
 * @param {Asked} asked
 * @param {Props} props
 * @param {any} preview
 * @param {() => void} again
 */
async function run(asked, props, preview, again) {
  const { answer, requestId } = await (props.send ?? sent)(asked, preview).catch((error) => {
    again(); // what was in the way is to be seen before the next try
    props.refused?.(error);
    throw error;
  });
  tell(props.told(answer), { requestId });
  await props.done?.(answer);
}

/**
 * @param {Asked} asked
 * @param {boolean} force
 * @returns {Asked}
 */
function forced(asked, force) {
  if (!force) {
    return asked;
  }
  return asked.body
    ? { ...asked, body: { ...asked.body, force } }
    : { ...asked, query: { ...asked.query, force } };
}

/**
 * `at least 200,000 messages` where a dry run did not look at all of them.
 * @param {{atLeast: boolean}} preview
 * @param {number} value
 * @param {string} one
 */
export function counted(preview, value, one) {
  return `${preview.atLeast ? "at least " : ""}${count(value, one)}`;
}

/**
 * @typedef {{queue: string, group: string}} Place
 * @typedef {object} Preview
 * @property {boolean} atLeast
 * @property {number} members
 * @property {(Place & {partitions: number, heldUntil: string})[]} leases
 * @property {(Place & {skipped: number, again: number})[]} groups
 */

/**
 * What a preview says of each group: what it will not see, what comes again, and who holds it.
 * @param {{of: Preview}} props
 */
export function Moved({ of }) {
  const skipped = of.groups.filter((each) => each.skipped > 0);
  const again = of.groups.filter((each) => each.again > 0);
  return h("div", {}, [
    skipped.length > 0 && h("p", {}, `Not finished: ${listed(skipped, "skipped")}.`),
    again.length > 0 && h("p", {}, `Comes again: ${listed(again, "again")}.`),
    of.atLeast &&
      h("p", { class: "note" }, "There is more than the preview looked at: it all changes."),
    of.members > 0 &&
      h("p", { class: "note orange" }, `${count(of.members, "member")} of the group consume now.`),
    ...of.leases
      .slice(0, MOST)
      .map((each) =>
        h("p", { class: "note orange", key: `${each.queue} ${each.group}` }, [
          `${groupName(each.group)} holds ${count(each.partitions, "partition")} until `,
          h(Instant, { at: each.heldUntil }),
          ".",
        ]),
      ),
    of.leases.length > MOST &&
      h("p", { class: "note orange" }, `${of.leases.length - MOST} more groups hold messages.`),
  ]);
}

/**
 * `billing 99,700 · mailing 12`, the most first; with the queue where there are several.
 * @param {(Place & {skipped: number, again: number})[]} rows
 * @param {"skipped" | "again"} what
 */
function listed(rows, what) {
  const many = new Set(rows.map((each) => each.queue)).size > 1;
  const told = rows
    .toSorted((one, other) => other[what] - one[what])
    .slice(0, MOST)
    .map((each) => {
      const name = groupName(each.group) + (many ? ` on ${each.queue}` : "");
      return `${name} ${number(each[what])}`;
    });
  const rest = rows.length - told.length;
  return told.join(" · ") + (rest > 0 ? ` · ${rest} more` : "");
}
