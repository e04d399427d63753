/** Parts that few need: they are loaded when they are first shown. */

import { useEffect, useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";
import { Loading, NewRelease } from "./states.js";

/** @param {{load: () => Promise<any>, children: (module: any) => any}} props */
export function Later({ load, children }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    load().then(setFound, () => setFailed(true));
  }, []);
  if (failed) {
    return h(NewRelease, {});
  }
  return found === null ? h(Loading, {}) : children(found);
}
