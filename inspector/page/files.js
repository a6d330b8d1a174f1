// The files that were dropped.

import { Allowance } from "./allowance.js";
import { Unreadable } from "./data.js";
import { CheckedSource } from "./source.js";

/** @typedef {import("./types.js").Source} Source */

/** By path; each is opened once. */
export class Files {
  /** @param {Source[]} sources */
  constructor(sources) {
    this.sources = new Map(sources.map((one) => [one.path, one]));
    /** @type {Map<string, CheckedSource>} */
    this.opened = new Map();
    this.allowance = new Allowance();
  }

  /** @param {string} path */
  has(path) {
    return this.sources.has(path);
  }

  /** @param {string} folder */
  hasFolder(folder) {
    return [...this.sources.keys()].some((path) => path.startsWith(`${folder}/`));
  }

  /** @param {string} path */
  open(path) {
    const known = this.opened.get(path);
    if (known) return known;
    const source = this.sources.get(path);
    if (!source) throw new Unreadable(`${path}: cannot be opened; is the path right?`);
    const opened = new CheckedSource(source, this.allowance);
    this.opened.set(path, opened);
    return opened;
  }
}
