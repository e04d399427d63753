/** Where trying happens: a queue, a partition and a group that nobody else uses. */

export const QUEUE = "playground";
export const PARTITION = "ada";
export const GROUP = "console";
