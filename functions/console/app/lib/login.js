/** The authorization code flow with PKCE (S256): what is sent to the issuer, and what comes back. */

/** @param {Uint8Array} bytes */
export function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function random() {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {string} verifier */
export async function challenge(verifier) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(hash));
}

/**
 * The issuer's page to go to.
 * @param {import("./types").Login} login
 * @param {{redirectUri: string, state: string, challenge: string}} of
 */
export function authorizeAddress(login, of) {
  const url = new URL(login.authorizeUrl ?? "");
  const told = {
    response_type: "code",
    client_id: login.clientId ?? "",
    redirect_uri: of.redirectUri,
    scope: login.scopes ?? "openid",
    state: of.state,
    code_challenge: of.challenge,
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(told)) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

/**
 * The form that turns a code into tokens.
 * @param {import("./types").Login} login
 * @param {{code: string, verifier: string, redirectUri: string}} of
 */
export function codeForm(login, of) {
  return {
    grant_type: "authorization_code",
    client_id: login.clientId ?? "",
    code: of.code,
    code_verifier: of.verifier,
    redirect_uri: of.redirectUri,
  };
}

/**
 * The form that renews a token.
 * @param {import("./types").Login} login
 * @param {string} refreshToken
 */
export function refreshForm(login, refreshToken) {
  return {
    grant_type: "refresh_token",
    client_id: login.clientId ?? "",
    refresh_token: refreshToken,
  };
}

/**
 * When a token ends, in milliseconds; null where it does not say. The server checks the token: this
 * only decides when to ask for the next one.
 * @param {string} token
 */
export function expiry(token) {
  try {
    const part = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { exp } = JSON.parse(atob(part));
    return typeof exp === "number" ? exp * 1000 : null;
  } catch {
    return null;
  }
}
