/** Links to pages that several others make. */

import { href } from "./url.js";

/**
 * The page of a partition. What its page asks goes by its id where a name has a slash, which a
 * gateway loses.
 * @param {{id: string, queue: string, name: string}} partition
 * @param {string} [group]
 */
export function partitionHref({ id, queue, name }, group = "") {
  return href("partition", { queue, name, group, id: `${queue}${name}`.includes("/") ? id : "" });
}
