/** Asks for a token, where the server takes pasted ones. The address keeps the state meanwhile. */

import { paste, wanted } from "../lib/session.js";
import { useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";
import { CheckField, TextField } from "./field.js";

/** @param {{config: import("../lib/types").Config}} props */
export function LoginForm({ config }) {
  const [token, setToken] = useState("");
  const [keep, setKeep] = useState(false);
  const [error, setError] = useState("");
  if (config.login.mode !== "paste") {
    return h("main", { class: "login" }, [
      h("h1", {}, "Regent"),
      h("p", {}, wanted.value || "You are logged out."),
      h("button", { type: "button", class: "main", onClick: () => location.reload() }, "Log in"),
    ]);
  }
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setError("");
    try {
      await paste(token, keep);
    } catch (failure) {
      setError(/** @type {Error} */ (failure).message);
    }
  };
  return h("main", { class: "login" }, [
    h("h1", {}, ["Regent ", h("span", { class: "muted" }, config.label)]),
    h(
      "p",
      {},
      "This server wants a bearer token with a role of Regent. It is sent to this server only.",
    ),
    (error || wanted.value) && h("p", { class: "note red", role: "alert" }, error || wanted.value),
    h("form", { onSubmit: submit }, [
      h(TextField, {
        label: "Token",
        value: token,
        onInput: setToken,
        type: "password",
        mono: true,
        wide: true,
      }),
      h(CheckField, {
        label: "Keep it for this tab, readable for scripts of this page, until the tab is closed",
        checked: keep,
        onChange: setKeep,
      }),
      h(
        "div",
        { class: "actions" },
        h("button", { type: "submit", class: "main", disabled: token.trim() === "" }, "Log in"),
      ),
    ]),
  ]);
}
