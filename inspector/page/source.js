// Bytes by offset, never more at once than a fixed number.

import { Allowance } from "./allowance.js";
import { Unreadable } from "./data.js";

/** @typedef {import("./types.js").Whole} Whole */

export const LARGEST_READ = 32 * 2 ** 20;
// Small reads are often neighbours: a local header and a vector behind it.
const NEAR = 2 ** 11;
const AHEAD = 2 ** 14;

/**
 * A file that was dropped: `Blob.slice` reads from the disk what is asked for, and nothing else.
 * @param {string} path
 * @param {Blob} blob
 * @returns {import("./types.js").Source}
 */
export function blobSource(path, blob) {
  return {
    path,
    size: blob.size,
    read: async (offset, count) => new Uint8Array(await blob.slice(offset, offset + count).arrayBuffer()),
  };
}

/** A file with bounded reads; `name` is what lines call it. */
export class CheckedSource {
  /** @param {import("./types.js").Source} source @param {Allowance} [allowance] of the checkpoint that the file belongs to */
  constructor(source, allowance = new Allowance()) {
    this.allowance = allowance;
    this.path = source.path;
    this.name = source.path.slice(source.path.lastIndexOf("/") + 1);
    this.size = source.size;
    this.source = source;
    /** @type {Uint8Array} */
    this.window = new Uint8Array(0);
    this.windowAt = 0;
  }

  /**
   * Exactly `count` bytes.
   * @param {Whole} offset
   * @param {Whole} count
   * @returns {Promise<Uint8Array>}
   */
  async read(offset, count) {
    checkCount(this.name, offset, count);
    if (count === 0) return new Uint8Array(0);
    if (typeof offset !== "number" || typeof count !== "number" || offset + count > this.size) {
      throw truncated(this.name, offset, count, this.size);
    }
    if (count > NEAR) return this.bytes(offset, count);
    if (offset < this.windowAt || offset + count > this.windowAt + this.window.length) {
      this.window = await this.bytes(offset, Math.min(AHEAD, this.size - offset));
      this.windowAt = offset;
    }
    return this.window.subarray(offset - this.windowAt, offset - this.windowAt + count);
  }

  /** @param {number} offset @param {number} count */
  async bytes(offset, count) {
    let data;
    try {
      data = await this.source.read(offset, count);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Unreadable(`${this.name}: cannot be read (${why}); was it changed or moved since it was dropped?`);
    }
    if (data.length < count) throw truncated(this.name, offset, count, this.size);
    return data;
  }
}

/**
 * The error for bytes that are not there.
 * @param {string} name
 * @param {Whole} offset
 * @param {Whole} count
 * @param {number} size
 */
export function truncated(name, offset, count, size) {
  return new Unreadable(
    `${name}: ends at byte ${size}, but ${count} bytes from byte ${offset} on are spoken of: ` +
      "the file is cut off or damaged; fetch it again",
  );
}

/** @param {string} name @param {Whole} offset @param {Whole} count */
function checkCount(name, offset, count) {
  if (offset >= 0 && count >= 0 && count <= LARGEST_READ) return;
  throw new Unreadable(
    `${name}: speaks of ${count} bytes from byte ${offset} on in one piece: ` +
      `more than ${LARGEST_READ / 2 ** 20} MB, or a negative number; the file is damaged, or made to harm`,
  );
}

/**
 * Bytes as letters of the same numbers.
 * @param {Uint8Array} bytes
 */
export function latin(bytes) {
  return String.fromCharCode(...bytes);
}
