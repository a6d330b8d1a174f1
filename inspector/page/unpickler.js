// The names and shapes in a pickle that torch wrote, read without unpickling: nothing that it names is ever called.
// It knows the opcodes that torch.save writes, and refuses every other one.

import { HEADERS, STEPS } from "./allowance.js";
import { Unreadable } from "./data.js";
import { MARK, OPCODES } from "./opcodes.js";
import { Global, PythonError, StorageRef, asCount, asText, knownGlobal, resultOf, storageType } from "./pickle_values.js";
import { Float, Tuple, repr } from "./python_text.js";
import { decoded } from "./utf8.js";

/** @typedef {import("./source.js").CheckedSource} CheckedSource */

const PICKLE_WINDOW = 2 ** 16;

/** The window lacks so many bytes: they are read, and the step is taken again. */
class NeedsBytes extends Error {
  /** @param {number} count */
  constructor(count) {
    super("more bytes");
    this.count = count;
  }
}

/** Reads one pickle behind another from a source; `position` is where the next one starts. */
export class Unpickler {
  /** @param {CheckedSource} source @param {number} position @param {number} end */
  constructor(source, position, end) {
    this.source = source;
    this.position = position;
    this.end = end;
    /** @type {Uint8Array} */
    this.window = new Uint8Array(0);
    this.windowAt = position;
    /** @type {Map<string, StorageRef>} that the pickles spoke of, by key */
    this.storages = new Map();
    /** @type {unknown[]} */
    this.stack = [];
    /** @type {Map<number, unknown>} */
    this.memo = new Map();
  }

  /**
   * What the next pickle describes: plain values, TensorRefs, and Globals. Throws Unreadable.
   * @returns {Promise<unknown>}
   */
  async load() {
    this.stack = [];
    this.memo = new Map();
    for (;;) {
      const before = this.position;
      try {
        if (this.step()) return this.pop();
      } catch (error) {
        if (error instanceof PythonError) throw this.bad(`${error.kind} at byte ${this.position}`);
        if (!(error instanceof NeedsBytes)) throw error;
        const wanted = this.position + error.count - before;
        this.position = before;
        const count = Math.min(Math.max(PICKLE_WINDOW, wanted), this.end - before);
        this.source.allowance.take(STEPS, -1, this.source.name);
        this.source.allowance.take(HEADERS, count, this.source.name);
        this.window = await this.source.read(before, count);
        this.windowAt = before;
      }
    }
  }

  /** One opcode; true at the end. Each reads all its bytes before it changes anything, so it can be taken again. */
  step() {
    this.source.allowance.take(STEPS, 1, this.source.name);
    const code = this.byte();
    if (code === 0x2e) return true;
    const handler = OPCODES.get(code);
    if (!handler) {
      const hex = code.toString(16).padStart(2, "0");
      throw this.bad(`opcode 0x${hex} at byte ${this.position - 1}, which torch.save does not write`);
    }
    handler(this);
    return false;
  }

  // Bytes

  /** @param {number} count */
  bytes(count) {
    const begin = this.position - this.windowAt;
    if (begin + count > this.window.length) {
      if (this.position + count > this.end) throw this.bad("ends in the middle");
      throw new NeedsBytes(count);
    }
    this.position += count;
    return this.window.subarray(begin, begin + count);
  }

  byte() {
    return this.bytes(1)[0] ?? 0;
  }

  /** @param {number} size a number without sign, the lowest byte first */
  number(size) {
    return this.bytes(size).reduceRight((found, byte) => found * 256 + byte, 0);
  }

  /** @param {number} count */
  text(count) {
    const found = decoded(this.bytes(count), true);
    if ("bad" in found) throw new PythonError("UnicodeDecodeError");
    return found.text;
  }

  line() {
    const line = [];
    for (let byte = this.byte(); byte !== 10; byte = this.byte()) {
      line.push(byte);
      if (line.length > 1000) throw this.bad("a name of more than 1000 letters");
    }
    const found = decoded(Uint8Array.from(line));
    if ("bad" in found) throw new PythonError("UnicodeDecodeError");
    return found.text;
  }

  /** @param {string} what */
  bad(what) {
    return new Unreadable(`${this.source.name}: no pickle of a checkpoint, or a damaged one (${what}); fetch it again`);
  }

  // The stack

  pop() {
    if (!this.stack.length) throw new PythonError("IndexError");
    return this.stack.pop();
  }

  top() {
    if (!this.stack.length) throw new PythonError("IndexError");
    return this.stack.at(-1);
  }

  popMark() {
    const index = this.stack.lastIndexOf(MARK);
    if (index < 0) throw new PythonError("ValueError");
    const items = this.stack.splice(index);
    return items.slice(1);
  }

  /** @param {number} count */
  tuple(count) {
    if (this.stack.length < count) throw new PythonError("IndexError");
    this.stack.push(new Tuple(this.stack.splice(this.stack.length - count)));
  }

  /** @param {unknown[]} items */
  append(items) {
    const list = this.top();
    if (!Array.isArray(list)) throw new PythonError("TypeError");
    for (const one of items) list.push(one);
  }

  /** @param {unknown[]} items */
  set(items) {
    const target = this.top();
    if (!(target instanceof Map) || items.length % 2) throw new PythonError("TypeError");
    for (let at = 0; at < items.length; at += 2) {
      const key = items[at];
      const plain = key === null || key instanceof Float || ["string", "number", "bigint", "boolean"].includes(typeof key);
      if (!plain) throw new PythonError("TypeError");
      target.set(key, items[at + 1]);
    }
  }

  // What is known of Python

  /** @param {string} module @param {string} name */
  find(module, name) {
    this.stack.push(knownGlobal(module, name, this.source.name));
  }

  reduce() {
    const given = this.pop();
    const called = this.pop();
    if (!(called instanceof Global) || !(given instanceof Tuple)) throw new PythonError("TypeError");
    const work = given.items.map((one) => (one instanceof Tuple ? one.items.length : Array.isArray(one) ? one.length : 0));
    this.source.allowance.take(STEPS, work.reduce((sum, one) => sum + one, 0), this.source.name);
    this.stack.push(resultOf(called, given.items));
  }

  build() {
    this.pop(); // attributes of an OrderedDict, such as the versions of a state dict
    if (!(this.top() instanceof Map)) throw new PythonError("TypeError");
  }

  persistent() {
    const entry = this.pop();
    const [kind, type, key, , numbers] = entry instanceof Tuple && entry.items.length >= 5 ? entry.items : [];
    if (!(entry instanceof Tuple) || kind !== "storage" || !(type instanceof Global)) throw new PythonError("TypeError");
    if (entry.items.length > 5 && entry.items[5] !== null) {
      throw new Unreadable(`${this.source.name}: has views of storages, as torch before 0.2 wrote; save it again`);
    }
    const storage = new StorageRef(asText(key), asText(storageType(type.name) || null), asCount(numbers));
    const known = this.storages.get(storage.key) ?? storage;
    if (known.dtype !== storage.dtype || known.numbers !== storage.numbers) {
      throw new Unreadable(`${this.source.name}: the storage ${repr(storage.key)} is of two types; left alone`);
    }
    this.storages.set(storage.key, known);
    this.stack.push(storage);
  }
}
