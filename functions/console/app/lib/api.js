/** Requests to the API: few at once, shared where they are alike. No other file calls fetch. */

import { signal } from "../vendor/signals.js";
import { parse, stringify } from "./json.js";
import { learn } from "./time.js";

/**
 * @typedef {Record<string, string | number | boolean | null | undefined>} Query
 * @typedef {{path?: Record<string, string>, query?: Query, signal?: AbortSignal}} Asked
 */

/** An answer that is none: what happened, as the server says it. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {{status?: number, code?: string, detail?: any, requestId?: string,
   *   retryAfterSeconds?: number}} [of]
   */
  constructor(message, of = {}) {
    super(message);
    this.status = of.status ?? 0;
    this.code = of.code ?? "";
    this.detail = of.detail ?? null;
    this.requestId = of.requestId ?? "";
    this.retryAfterSeconds = of.retryAfterSeconds ?? 0;
  }

  /** Whether no answer came at all. */
  get isOffline() {
    return this.status === 0;
  }
}

const settings = {
  base: "",
  most: 4,
  /** @type {() => string | null} */
  token: () => null,
  /** @type {() => Promise<boolean>} */
  renew: async () => false,
};

/**
 * Where requests go and who makes them. `renew`: after a 401; whether to try once more.
 * @param {Partial<typeof settings>} given
 */
export function configure(given) {
  Object.assign(settings, given);
}

/** Whether the last request found no server. */
export const offline = signal(false);

/** @type {(() => void)[]} */
const waiting = [];
let inFlight = 0;

/**
 * @template T
 * @param {() => Promise<T>} request
 * @returns {Promise<T>}
 */
async function inTurn(request) {
  while (inFlight >= settings.most) {
    await new Promise((resolve) => waiting.push(() => resolve(undefined)));
  }
  inFlight += 1;
  try {
    return await request();
  } finally {
    inFlight -= 1;
    waiting.shift()?.();
  }
}

/**
 * The address of a route: names in the path encoded, parameters without a value left out.
 * @param {string} route as OpenAPI writes it, such as /api/v1/resources/queues/{queue}
 * @param {Asked} [asked]
 */
export function address(route, { path = {}, query = {} } = {}) {
  const filled = route.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ""));
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => [name, String(value)]);
  const text = new URLSearchParams(given).toString();
  return filled + (text && `?${text}`);
}

/** @type {Map<string, {promise: Promise<any>, callers: number, ending: AbortController}>} */
const shared = new Map();

/**
 * Read. Callers that ask for one address at one time share one request, which ends when the last
 * of them leaves.
 * @template {import("./types").Readable} R
 * @param {R} route
 * @param {Asked} [asked]
 * @returns {Promise<import("./types").Answer<R>>}
 */
export async function get(route, asked = {}) {
  const url = address(route, asked);
  let entry = shared.get(url);
  if (!entry) {
    const ending = new AbortController();
    const promise = inTurn(() => exchange("GET", url, undefined, ending.signal))
      .then(({ answer }) => answer)
      .finally(() => {
        shared.delete(url);
      });
    entry = { promise, callers: 0, ending };
    shared.set(url, entry);
  }
  return joined(entry, url, asked.signal);
}

/**
 * @param {{promise: Promise<any>, callers: number, ending: AbortController}} entry
 * @param {string} url
 * @param {AbortSignal | undefined} leaving
 */
async function joined(entry, url, leaving) {
  entry.callers += 1;
  const leave = () => {
    entry.callers -= 1;
    if (entry.callers === 0) {
      shared.delete(url);
      entry.ending.abort();
    }
  };
  leaving?.addEventListener("abort", leave, { once: true });
  try {
    return await entry.promise;
  } finally {
    leaving?.removeEventListener("abort", leave);
  }
}

/**
 * Change something, or pop.
 * @param {string} method
 * @param {string} route
 * @param {Asked & {body?: unknown}} [asked]
 * @returns {Promise<any>}
 */
export function send(method, route, asked = {}) {
  return change(method, route, asked).then(({ answer }) => answer);
}

/**
 * As `send`, with the id by which the server's log knows the request.
 * @param {string} method
 * @param {string} route
 * @param {Asked & {body?: unknown}} [asked]
 * @returns {Promise<{answer: any, requestId: string}>}
 */
export function change(method, route, asked = {}) {
  return inTurn(() => exchange(method, address(route, asked), asked.body, asked.signal));
}

/**
 * @param {string} method
 * @param {string} url
 * @param {unknown} body
 * @param {AbortSignal} [leaving]
 * @param {boolean} [again]
 * @returns {Promise<{answer: any, requestId: string}>}
 */
async function exchange(method, url, body, leaving, again = false) {
  const token = settings.token();
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) {
    headers.authorization = `Bearer ${token}`;
  }
  if (body !== undefined) {
    headers["content-type"] = "application/json";
  }
  const init = { method, headers, signal: leaving, cache: /** @type {const} */ ("no-store") };
  const answer = await fetched(settings.base + url, {
    ...init,
    ...(body === undefined ? {} : { body: stringify(body) }),
  });
  learn(answer.headers.get("date"));
  if (answer.status === 401 && !again && (await settings.renew())) {
    return exchange(method, url, body, leaving, true);
  }
  const text = await answer.text();
  if (answer.ok) {
    const requestId = answer.headers.get("regent-request-id") ?? "";
    return { answer: text ? parse(text) : null, requestId };
  }
  throw refusal(answer, text);
}

/**
 * @param {string} url
 * @param {RequestInit} init
 */
async function fetched(url, init) {
  try {
    const answer = await fetch(url, init);
    offline.value = false;
    return answer;
  } catch (failure) {
    if (init.signal?.aborted) {
      throw failure;
    }
    offline.value = true;
    throw new ApiError("No answer came: the server or the network is away.");
  }
}

/**
 * @param {Response} answer
 * @param {string} text
 */
function refusal(answer, text) {
  /** @type {any} */
  let body = null;
  try {
    body = parse(text);
  } catch {
    // What stands between us and the server answers in its own words.
  }
  return new ApiError(body?.error ?? body?.message ?? `The server answered ${answer.status}.`, {
    status: answer.status,
    code: body?.code,
    detail: body?.detail,
    requestId: body?.requestId,
    retryAfterSeconds: Number(answer.headers.get("retry-after")) || 0,
  });
}

/**
 * The console's own configuration.
 * @returns {Promise<import("./types").Config>}
 */
export async function readConfig() {
  const url = `${location.origin}/console/config.json`;
  return (await exchange("GET", url, undefined)).answer;
}

/**
 * A form for an issuer's token endpoint. No token of ours goes along.
 * @param {string} url
 * @param {Record<string, string>} fields
 * @returns {Promise<any>}
 */
export async function postForm(url, fields) {
  const answer = await fetched(url, { method: "POST", body: new URLSearchParams(fields) });
  const text = await answer.text();
  if (!answer.ok) {
    throw new ApiError(`The issuer refused: ${text.slice(0, 200)}`, { status: answer.status });
  }
  return parse(text);
}
