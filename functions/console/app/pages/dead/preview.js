/** What a change of dead letters would do, asked when its dialog opens. */

import { get } from "../../lib/api.js";
import { after } from "../../lib/time.js";
import { useEffect, useState } from "../../vendor/hooks.js";

/** @typedef {import("./filter.js").Filter} Filter */
/** @typedef {import("../../lib/types").Answer<"/api/v1/dlq/summary">} Summary */

/**
 * The letters as they are now, and the filter that ends behind the newest of them: letters that
 * fail from now on, copies that die again among them, are not meant.
 * @param {Filter} filter
 */
export function useMatching(filter) {
  const [found, setFound] = useState(/** @type {{of: Summary, filter: Filter} | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    get("/api/v1/dlq/summary", { query: filter }).then((of) => {
      const to = of.newestFailedAt === null ? {} : { to: after(of.newestFailedAt) };
      setFound({ of, filter: { ...filter, ...to } });
    }, setError);
  }, []);
  return { found, error };
}
