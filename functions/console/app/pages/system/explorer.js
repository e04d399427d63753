/** Every route of the API: what it is for, a form of its parameters, its answer, and its curl. */

import { address, send } from "../../lib/api.js";
import { count, number } from "../../lib/format.js";
import { parse, stringify } from "../../lib/json.js";
import { may } from "../../lib/session.js";
import { Confirm } from "../../ui/confirm.js";
import { CurlButton } from "../../ui/copy.js";
import { AreaField, TextField } from "../../ui/field.js";
import { Payload } from "../../ui/payload.js";
import { Empty, Failure, Polled } from "../../ui/states.js";
import { usePoll } from "../../ui/use.js";
import { useState } from "../../vendor/hooks.js";
import { h } from "../../vendor/preact.js";

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {"path" | "query" | "header"} in
 * @property {boolean} [required]
 * @property {string} [description]
 * @typedef {{name: string, method: string, path: string, summary: string, description: string,
 *   role: string, parameters: Parameter[], takesBody: boolean}} Route
 * @typedef {(changes: {find?: string, route?: string}, how?: {typing?: boolean}) => void} Set
 */

const SHOWN = 40;
/** What is sent at once: it only reads. */
const READING = new Set(["public", "read-only"]);

/** @param {{find: string, route: string, set: Set}} props */
export function Explorer({ find, route, set }) {
  const poll = usePoll(
    async (signal) => routes(await send("GET", "/openapi.json", { signal })),
    "heavy",
    [],
  );
  return h(Polled, {
    poll,
    children: (/** @type {Route[]} */ known) => {
      const chosen = known.find((each) => each.name === route);
      return h("div", { class: "with-panel" }, [
        h(Routes, { known, find, route, set }),
        chosen
          ? h(OneRoute, { of: chosen, key: chosen.name })
          : h(Empty, { title: "Choose a route" }, "Its form, its answer and its curl come here."),
      ]);
    },
  });
}

/**
 * @param {any} document
 * @returns {Route[]}
 */
function routes(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(/** @type {Record<string, any>} */ (methods)).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      summary: operation.summary ?? "",
      description: operation.description ?? "",
      role: operation["x-regent-role"] ?? "public",
      parameters: operation.parameters ?? [],
      takesBody: operation.requestBody !== undefined,
    })),
  );
}

/** @param {{known: Route[], find: string, route: string, set: Set}} props */
function Routes({ known, find, route, set }) {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const found = known.filter((each) => {
    const text = `${each.name} ${each.summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return h("div", {}, [
    h(TextField, {
      label: "Find a route",
      value: find,
      onInput: (/** @type {string} */ text) => set({ find: text }, { typing: true }),
    }),
    h(
      "ul",
      { class: "lines" },
      found.slice(0, SHOWN).map((each) =>
        h("li", { key: each.name }, [
          h(
            "button",
            {
              type: "button",
              class: "quiet mono",
              "aria-pressed": each.name === route,
              onClick: () => set({ route: each.name }),
            },
            each.name,
          ),
          h("span", { class: "muted" }, ` ${each.summary}`),
        ]),
      ),
    ),
    h(
      "p",
      { class: "muted small" },
      found.length > SHOWN
        ? `${number(SHOWN)} of ${count(found.length, "route")}; name one above.`
        : count(found.length, "route"),
    ),
  ]);
}

/** @param {{of: Route}} props */
function OneRoute({ of }) {
  const [given, setGiven] = useState(/** @type {Record<string, string>} */ ({}));
  const [text, setText] = useState("");
  const [asks, setAsks] = useState(false);
  const [outcome, setOutcome] = useState(/** @type {any} */ (null));
  const request = asked(of, given, text);
  const run = async () => {
    const began = performance.now();
    try {
      const { path, query, body } = request;
      const answer = await send(of.method, of.path, {
        path,
        query,
        ...(body === undefined ? {} : { body }),
      });
      setOutcome({ answer, ms: performance.now() - began });
    } catch (error) {
      setOutcome({ error });
    }
  };
  const shown = {
    method: of.method,
    path: request.address,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  return h("section", { class: "panel", "aria-label": of.name }, [
    h("h2", { class: "mono" }, of.name),
    h("p", {}, of.description || of.summary),
    h("p", { class: "muted" }, `Role: ${of.role}`),
    h(
      "form",
      {
        onSubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (of.method === "GET" && READING.has(of.role)) {
            run();
          } else {
            setAsks(true);
          }
        },
      },
      [
        ...of.parameters.map((each) =>
          h(TextField, {
            key: each.name,
            label: `${each.name}${each.required ? " (needed)" : ""}`,
            value: given[each.name] ?? "",
            mono: true,
            onInput: (/** @type {string} */ value) => setGiven({ ...given, [each.name]: value }),
          }),
        ),
        of.takesBody && h(AreaField, { label: "Body, as JSON", value: text, onInput: setText }),
        request.problem && h("p", { class: "note red", role: "alert" }, request.problem),
        h("div", { class: "actions" }, [
          h(CurlButton, { request: shown }),
          h("span", { class: "grow" }),
          may(of.method, of.path) || of.role === "public"
            ? h(
                "button",
                { type: "submit", class: "main", disabled: request.problem !== "" },
                "Send",
              )
            : h("span", { class: "muted" }, `Needs the role ${of.role}`),
        ]),
      ],
    ),
    asks &&
      h(Confirm, {
        title: `Send ${of.name}`,
        button: "Send",
        onClose: () => setAsks(false),
        request: () => shown,
        run,
        children: [
          h("p", {}, `${of.summary}. This is carried out at once.`),
          h("pre", { class: "mono" }, `${of.method} ${request.address}\n${text}`),
        ],
      }),
    outcome && h(Outcome, outcome),
  ]);
}

/** @param {{error?: any, answer?: unknown, ms?: number}} props */
function Outcome({ error, answer, ms = 0 }) {
  if (error) {
    return h(Failure, { error });
  }
  return h("div", {}, [
    h("p", { class: "muted", role: "status" }, `Answered in ${number(ms)} ms`),
    h(Payload, { data: answer }),
  ]);
}

/**
 * The form as a request, and what is wrong with it.
 * @param {Route} of
 * @param {Record<string, string>} given
 * @param {string} text
 */
function asked(of, given, text) {
  const of_ = (/** @type {string} */ where) =>
    Object.fromEntries(
      of.parameters
        .filter((each) => each.in === where && given[each.name])
        .map((each) => [each.name, given[each.name] ?? ""]),
    );
  const path = of_("path");
  const query = of_("query");
  const missing = of.parameters.filter((each) => each.required && !given[each.name]);
  let body;
  let problem = missing.length ? `Fill in ${missing.map((each) => each.name).join(", ")}.` : "";
  if (text.trim() !== "") {
    try {
      body = parse(text);
      stringify(body);
    } catch (error) {
      problem = `The body is no JSON: ${/** @type {Error} */ (error).message}`;
    }
  }
  return { path, query, body, problem, address: address(of.path, { path, query }) };
}
