/** Which dead letters a change is about: those that are there when its dialog opens. */

import { get } from "../../lib/api.js";
import { after } from "../../lib/time.js";
import { useEffect, useState } from "../../vendor/hooks.js";

/** @typedef {import("./filter.js").Filter} Filter */

/**
 * The filter that ends behind the newest letter: those that fail from now on, copies that die again
 * among them, are not meant.
 * @param {Filter} filter
 */
export function useMatching(filter) {
  const [found, setFound] = useState(/** @type {Filter | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    get("/api/v1/dlq/summary", { query: filter }).then((of) => {
      const to = of.newestFailedAt === null ? {} : { to: after(of.newestFailedAt) };
      setFound({ ...filter, ...to });
    }, setError);
  }, []);
  return { found, error };
}
