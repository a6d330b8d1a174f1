// How much a checkpoint may say of itself: in all its files together, and counted before it is kept.

import { Unreadable } from "./data.js";
import { thousands } from "./python_text.js";

export const HEADERS = "bytes of headers";
export const STEPS = "steps in pickles";
const [TENSORS, LETTERS] = ["tensors", "letters in names"];
// BERT has 200 tensors. The largest mixtures of experts have some 90,000, in many files, each with 130 bytes of header.
// A pickle takes 30 steps for a tensor.
const ALLOWED = new Map([[HEADERS, 16_000_000], [TENSORS, 100_000], [LETTERS, 10_000_000], [STEPS, 1_000_000]]);
const LONGEST_NAME = 1000;

/** What an inspection has taken of each of these. */
export class Allowance {
  constructor() {
    /** @type {Map<string, number>} */
    this.taken = new Map();
  }

  /**
   * Counts what the file `name` claims. Throws Unreadable where that is too much.
   * @param {string} what
   * @param {import("./types.js").Whole} count
   * @param {string} name
   */
  take(what, count, name) {
    const [taken, most] = [(this.taken.get(what) ?? 0) + Number(count), ALLOWED.get(what) ?? 0];
    this.taken.set(what, taken);
    if (taken > most) throw new Unreadable(`${name}: claims more than ${thousands(most)} ${what}, all files together; left alone`);
  }

  /**
   * Counts tensors by their names.
   * @param {Iterable<string>} names
   * @param {string} name
   */
  takeNames(names, name) {
    let [count, letters, longest] = [0, 0, 0];
    for (const { length } of names) [count, letters, longest] = [count + 1, letters + length, Math.max(longest, length)];
    this.take(TENSORS, count, name);
    this.take(LETTERS, letters, name);
    if (longest > LONGEST_NAME) throw new Unreadable(`${name}: has a name of more than ${thousands(LONGEST_NAME)} letters; left alone`);
  }
}
