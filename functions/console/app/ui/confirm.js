/** A change says beforehand what it will do; one that destroys asks for the name of its object. */

import { useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";
import { CurlButton } from "./copy.js";
import { Dialog } from "./dialog.js";
import { CheckField, TextField } from "./field.js";

/**
 * @typedef {object} Change
 * @property {string} title
 * @property {string | null} button says again what happens, in numbers; null: not yet known
 * @property {any} [fields] inputs on which the preview depends; Enter in them changes nothing
 * @property {any} [children] the preview
 * @property {string} [typed] the name to be typed
 * @property {string} [noun] what has that name
 * @property {boolean} [forceNeeded] a preview said that it is refused without `force`
 * @property {(force: boolean) => import("../lib/copy.js").Request} request asked where there is a button
 * @property {(force: boolean) => Promise<void>} run
 * @property {() => void} onClose
 */

/** Refusals that `force` overrides: only after one of them is it offered. */
const FORCED = new Set(["LEASE_LIVE", "GROUP_HAS_MEMBERS"]);

/** @param {Change} props */
export function Confirm(props) {
  const [typed, setTyped] = useState("");
  const [force, setForce] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {any} */ (null));
  const [offersForce, setOffersForce] = useState(false);
  const isNamed = props.typed === undefined || typed === props.typed;
  const run = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!isNamed || busy || props.button === null) {
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await props.run(force);
      props.onClose();
    } catch (failure) {
      setError(failure);
      setOffersForce(offersForce || FORCED.has(/** @type {any} */ (failure).code));
    } finally {
      setBusy(false);
    }
  };
  return h(
    Dialog,
    { title: props.title, onClose: props.onClose },
    props.fields,
    h("form", { onSubmit: run }, [
      h("div", { class: "preview" }, props.children),
      error &&
        h("p", { class: "note red", role: "alert" }, [
          error.message,
          error.requestId && h("span", { class: "mono small" }, ` request ${error.requestId}`),
        ]),
      props.button !== null &&
        (offersForce || props.forceNeeded) &&
        h(CheckField, { label: "force: do it all the same", checked: force, onChange: setForce }),
      props.button !== null &&
        props.typed !== undefined &&
        h(TextField, {
          label: `Type the ${props.noun ?? "name"}: ${props.typed}`,
          value: typed,
          onInput: setTyped,
          mono: true,
          wide: true,
        }),
      h("div", { class: "actions" }, [
        props.button !== null && h(CurlButton, { request: props.request(force) }),
        h("span", { class: "grow" }),
        h("button", { type: "button", onClick: props.onClose, autofocus: true }, "Cancel"),
        props.button !== null &&
          h(
            "button",
            {
              type: "submit",
              class: props.typed === undefined ? "main" : "danger",
              disabled: !isNamed || busy,
            },
            busy ? "Working …" : props.button,
          ),
      ]),
    ]),
  );
}
