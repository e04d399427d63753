/** What a person chooses for this browser, beside theme and zone. */

import { compact, shortcuts } from "../lib/prefs.js";
import { h } from "../vendor/preact.js";
import { CheckField } from "./field.js";

export function Choices() {
  return h("div", {}, [
    h(CheckField, {
      label: "Single keys are shortcuts",
      checked: shortcuts.value,
      onChange: (on) => {
        shortcuts.value = on;
      },
    }),
    h(CheckField, {
      label: "Compact rows",
      checked: compact.value,
      onChange: (on) => {
        compact.value = on;
      },
    }),
  ]);
}
