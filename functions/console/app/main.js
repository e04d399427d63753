/** Starts the console: reads its configuration, logs in, and shows the page of the address. */

import { readConfig } from "./lib/api.js";
import { remember } from "./lib/prefs.js";
import { begin } from "./lib/session.js";
import { follow } from "./lib/url.js";
import { PAGES } from "./pages/index.js";
import { byHand, watch } from "./ui/attention.js";
import { Broken, Shell } from "./ui/shell.js";
import { h, render } from "./vendor/preact.js";

const root = /** @type {HTMLElement} */ (document.getElementById("console"));

async function start() {
  remember();
  watch();
  follow();
  const config = await readConfig();
  byHand.value = config.databasePauses;
  document.documentElement.dataset.tone = config.tone;
  render(h(Shell, { pages: PAGES, config }), root);
  await begin(config);
}

start().catch((error) => render(h(Broken, { error }), root));
