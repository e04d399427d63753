/** Who uses the console. The only file that holds a token: in memory, so a reload logs in again. */

import { computed, signal } from "../vendor/signals.js";
import { ApiError, configure, get, postForm } from "./api.js";
import { authorizeAddress, challenge, codeForm, expiry, random, refreshForm } from "./login.js";
import { ROLES } from "./roles.js";
import { BASE, go } from "./url.js";

/** Verifier, state and the address to return to, while the browser is at the issuer. */
const KEPT = "regent.login";
/** A pasted token that its owner wanted to keep for this tab. */
const KEPT_TOKEN = "regent.token";
const EARLY_MS = 60_000;
/** A server that refuses a token so young would refuse the next one, too. */
const YOUNG_MS = 30_000;
const ORDER = ["public", "read-only", "read-write", "admin"];

/** @type {string | null} */
let accessToken = null;
/** @type {string | null} */
let refreshToken = null;
let takenAt = Number.NEGATIVE_INFINITY;
/** @type {Promise<boolean> | null} */
let renewing = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {import("./types").Login} */
let login = { mode: "none" };

/** The session as the server sees it; null before it is known. */
export const session = signal(/** @type {import("./types").Session | null} */ (null));
/** Why nobody is logged in: a sentence; empty: a token is wanted. Null: somebody is. */
export const wanted = signal(/** @type {string | null} */ (null));
export const role = computed(() => session.value?.role ?? "public");

/**
 * Whether the role in force may call a route, as OpenAPI writes it.
 * @param {string} method
 * @param {string} route
 */
export function may(method, route) {
  const needed = /** @type {Record<string, string>} */ (ROLES)[`${method} ${route}`] ?? "admin";
  return ORDER.indexOf(role.value) >= ORDER.indexOf(needed);
}

/** Whether the role in force may see what is masked, which the audit notes. */
export function mayReveal() {
  return ORDER.indexOf(role.value) >= ORDER.indexOf("read-write");
}

/** Whether requests carry a token, so that a copied one needs it as well. */
export function hasToken() {
  return accessToken !== null;
}

/**
 * Log in, or go to the issuer for it.
 * @param {import("./types").Config} config
 */
export async function begin(config) {
  login = config.login;
  configure({
    base: config.apiBase,
    most: config.maxInFlight,
    token: () => accessToken,
    renew,
  });
  if (login.mode === "oidc" && !(await comeBack())) {
    return leave();
  }
  if (login.mode === "paste") {
    accessToken = sessionStorage.getItem(KEPT_TOKEN);
    if (accessToken === null) {
      wanted.value = "";
      return;
    }
  }
  await look();
}

/** Ask the server who this is. */
async function look() {
  try {
    session.value = await get("/api/v1/session");
    wanted.value = null;
  } catch (error) {
    if (login.mode === "paste" && error instanceof ApiError && error.status === 401) {
      forget();
      wanted.value = error.message;
      return;
    }
    throw error;
  }
}

/**
 * Use a token that was pasted.
 * @param {string} token
 * @param {boolean} keep for this tab, so that a reload does not ask again
 */
export async function paste(token, keep) {
  accessToken = token.trim();
  await look();
  if (keep && wanted.value === null) {
    sessionStorage.setItem(KEPT_TOKEN, accessToken);
  }
}

/** Forget the token, and leave the issuer's own session where there is a way to. */
export function logOut() {
  forget();
  session.value = null;
  if (login.mode === "oidc" && login.logoutUrl) {
    const url = new URL(login.logoutUrl);
    url.searchParams.set("client_id", login.clientId ?? "");
    url.searchParams.set("logout_uri", `${location.origin}${BASE}`);
    location.assign(url.href);
  } else {
    wanted.value = "You are logged out.";
  }
}

function forget() {
  accessToken = null;
  refreshToken = null;
  clearTimeout(timer);
  sessionStorage.removeItem(KEPT_TOKEN);
}

function redirectUri() {
  return `${location.origin}${BASE}`;
}

/** Go to the issuer; it comes back with a code. */
async function leave() {
  const kept = { verifier: random(), state: random(), address: here() };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
  location.assign(
    authorizeAddress(login, {
      redirectUri: redirectUri(),
      state: kept.state,
      challenge: await challenge(kept.verifier),
    }),
  );
}

function here() {
  return location.pathname + location.search;
}

/** Whether the browser came back from the issuer with a code that became a token. */
async function comeBack() {
  const said = new URLSearchParams(location.search);
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (!kept || !(said.has("code") || said.has("error"))) {
    return false;
  }
  sessionStorage.removeItem(KEPT);
  // The code leaves the address at once, whatever becomes of it.
  go(kept.address, { replace: true });
  if (said.get("state") !== kept.state) {
    throw new ApiError("The issuer answered another login than this tab's. Reload to try again.");
  }
  const code = said.get("code");
  if (!code) {
    const words = said.get("error_description") ?? said.get("error");
    throw new ApiError(`The issuer logged nobody in: ${words}`);
  }
  const form = codeForm(login, { code, verifier: kept.verifier, redirectUri: redirectUri() });
  take(await postForm(login.tokenUrl ?? "", form));
  return true;
}

/** @param {{access_token: string, refresh_token?: string, expires_in?: number}} tokens */
function take(tokens) {
  accessToken = tokens.access_token;
  takenAt = Date.now();
  refreshToken = tokens.refresh_token ?? refreshToken;
  const ends = expiry(accessToken) ?? Date.now() + (tokens.expires_in ?? 300) * 1000;
  clearTimeout(timer);
  timer = setTimeout(renew, Math.max(1_000, ends - Date.now() - EARLY_MS));
}

/** One renewal at a time; whether a request that was refused is worth another try. */
function renew() {
  renewing ??= renewed().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renewed() {
  if (login.mode === "paste") {
    forget();
    wanted.value = "The server no longer takes this token. Paste a new one.";
    return false;
  }
  if (login.mode !== "oidc" || Date.now() - takenAt < YOUNG_MS) {
    return false;
  }
  try {
    if (refreshToken !== null) {
      take(await postForm(login.tokenUrl ?? "", refreshForm(login, refreshToken)));
      return true;
    }
  } catch (error) {
    if (error instanceof ApiError && error.isOffline) {
      return false;
    }
  }
  await leave();
  return false;
}
