/** Redrives that this tab carries, slice by slice, and the copies that they made. */

import { send } from "../../lib/api.js";
import { signal } from "../../vendor/signals.js";

export const ROUTE = "/api/v1/dlq/redrive";
/** A slice is two seconds' worth: so Stop ends soon, and a request never works for long. */
const SLICE_SECONDS = 2;
/** Messages of a slice that has no rate. */
const SLICE_MESSAGES = 1_000;
/** Ranges of copies that are followed: as many as one request takes. */
const FOLLOWED = 1_000;

/** @typedef {{partitionId: string, offset: number, count: number}} Range */
/**
 * `letters`: how many it is about; `limit`: of messages.
 * @typedef {{request: Record<string, unknown>, letters: number, limit: number | null,
 *   rate: number | null, group: string}} Plan
 */
/**
 * @typedef {object} Job
 * @property {number} id
 * @property {Plan} plan
 * @property {"running" | "stopping" | "stopped" | "paused" | "done"} state
 * @property {any} error why it pauses
 * @property {number} redriven letters
 * @property {number} messages
 * @property {number} remaining letters that are left
 * @property {Range[]} copies
 */

export const jobs = signal(/** @type {Job[]} */ ([]));
let last = 0;

/**
 * @param {number} id
 * @param {Partial<Job>} changes
 */
function change(id, changes) {
  jobs.value = jobs.peek().map((each) => (each.id === id ? { ...each, ...changes } : each));
  guard();
}

/** @param {number} id */
function find(id) {
  return jobs.peek().find((each) => each.id === id);
}

/** @param {Plan} plan */
export function begin(plan) {
  last += 1;
  /** @type {Job} */
  const job = {
    id: last,
    plan,
    state: "running",
    error: null,
    redriven: 0,
    messages: 0,
    remaining: plan.letters,
    copies: [],
  };
  jobs.value = [...jobs.peek(), job];
  guard();
  carry(job.id);
  return job.id;
}

/** @param {number} id */
export function goOn(id) {
  change(id, { state: "running", error: null });
  carry(id);
}

/** @param {number} id */
export function stop(id) {
  const isPaused = find(id)?.state === "paused";
  change(id, { state: isPaused ? "stopped" : "stopping" });
}

/** @param {number} id */
export function dismiss(id) {
  jobs.value = jobs.peek().filter((each) => each.id !== id);
}

/** While one runs, the browser asks before it closes the tab. */
function guard() {
  const runs = jobs.peek().some((each) => each.state === "running" || each.state === "stopping");
  removeEventListener("beforeunload", ask);
  if (runs) {
    addEventListener("beforeunload", ask);
  }
}

/** @param {Event} event */
function ask(event) {
  event.preventDefault();
}

/**
 * One slice after the other, until nothing is left, somebody stops it, or the server refuses.
 * @param {number} id
 */
async function carry(id) {
  while (find(id)?.state === "running") {
    const began = performance.now();
    const isLast = await slice(id);
    if (isLast) {
      return;
    }
    const rate = find(id)?.plan.rate;
    const wait = rate ? SLICE_SECONDS * 1000 - (performance.now() - began) : 0;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
  }
  if (find(id)?.state === "stopping") {
    change(id, { state: "stopped" });
  }
}

/**
 * Whether it was the last one.
 * @param {number} id
 */
async function slice(id) {
  const job = /** @type {Job} */ (find(id));
  const { request, rate, limit: most } = job.plan;
  const usual = rate ? SLICE_SECONDS * rate : SLICE_MESSAGES;
  const limit = most === null ? usual : Math.min(usual, most - job.messages);
  try {
    const done = await send("POST", ROUTE, { body: { ...request, limit } });
    const messages = job.messages + done.messages;
    const isDone = done.remaining === 0 || messages === most;
    change(id, {
      redriven: job.redriven + done.redriven,
      messages,
      remaining: done.remaining,
      copies: [...job.copies, ...done.copies].slice(0, FOLLOWED),
      ...(isDone ? { state: "done" } : {}),
    });
    if (!isDone && done.messages === 0) {
      throw new Error("Another redrive or purge holds the letters that are left.");
    }
    return isDone;
  } catch (error) {
    change(id, { state: "paused", error });
    return true;
  }
}
