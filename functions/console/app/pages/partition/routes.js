/** Routes that more than one dialog of the page asks. */

export const SEEK = "/api/v1/consumer-groups/seek";
