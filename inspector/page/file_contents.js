// What the names and shapes in a file say: its family, which name is what, sizes, and how many layers.

import { match } from "./families.js";
import { whole } from "./whole.js";

/** @typedef {import("./types.js").Tensor} Tensor */
/** @typedef {import("./types.js").Whole} Whole */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Named} Named */

/** A header and what its names mean. `expectedType` is the family whose names the configuration promises. */
export class FileContents {
  /**
   * @param {import("./types.js").Header} header
   * @param {import("./messages.js").Messages} messages
   * @param {import("./types.js").Family[]} families
   * @param {string} expectedType
   */
  constructor(header, messages, families, expectedType) {
    this.header = header;
    this.families = families;
    /** @type {Map<string, string>} Names that belong to no model, and what they are. */
    this.aside = new Map();
    /** @type {Map<string, Tensor>} Tensors of the model. */
    this.tensors = new Map();
    for (const [name, one] of header.tensors) {
      const found = messages.leftAside.find(({ pattern }) => pattern.test(name));
      if (found) this.aside.set(name, found.what);
      else this.tensors.set(name, one);
    }
    /** The family that the names fit best, and how. */
    this.match = match([...this.tensors.keys()], families, expectedType);
    this.family = this.match?.family ?? null;
    /** @type {Map<string, Named>} Names of the family that the file has, by key: without prefix and wrapper. */
    this.named = this.match?.named ?? new Map();
    this.sizes = this.sizesOf();
    this.layers = this.layersOf();
  }

  /**
   * The tensor of a name in the file that is known to be there.
   * @param {Named} one
   */
  tensorOf(one) {
    return /** @type {Tensor} */ (this.tensors.get(one.name));
  }

  /**
   * The tensor of a key of the family.
   * @param {string} key
   */
  tensor(key) {
    const one = this.named.get(key);
    return one ? this.tensorOf(one) : null;
  }

  /** The word embedding's matrix. */
  get wordEmbedding() {
    const found = this.family ? this.tensor(this.family.words) : null;
    return found?.shape.length === 2 ? found : null;
  }

  /** Whether from_pretrained would find none of the names where it looks. */
  get isWrapped() {
    return Boolean(this.header.wrapper || this.match?.wrapper);
  }

  /** Whether a parameter is stored as whole numbers, as quantised weights are. */
  get hasWholeNumbers() {
    return [...this.named.values()].some((one) => one.row.kind === "parameter" && this.tensorOf(one).dtype.includes("int"));
  }

  /** What the shapes say of each field of the configuration: field → size → names of the file. */
  sizesOf() {
    /** @type {Map<string, Map<Whole, string[]>>} */
    const found = new Map();
    for (const one of this.named.values()) {
      const { shape, dtype } = this.tensorOf(one);
      const packed = dtype.includes("int"); // of a quantised file: four bits of two numbers, say
      if (shape.length !== one.row.shape.length || one.row.kind === "buffer" || packed) continue;
      shape.forEach((length, at) => {
        const words = one.row.shape[at] ?? "";
        const [, factor = "1", field = words] = /^(\d+) (\w+)$/.exec(words) ?? [];
        if (/^\d+$/.test(field) || BigInt(length) % BigInt(factor)) return;
        /** @type {Map<Whole, string[]>} */
        const sizes = found.get(field) ?? new Map();
        const size = whole(BigInt(length) / BigInt(factor));
        const names = sizes.get(size) ?? [];
        names.push(one.name);
        found.set(field, sizes.set(size, names));
      });
    }
    return found;
  }

  /** How many layers the file has, by the field of the configuration that counts them. */
  layersOf() {
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const { layer, row } of this.named.values()) {
      if (layer >= 0 && !/^\d+$/.test(row.layers)) found.set(row.layers, Math.max(found.get(row.layers) ?? 0, layer + 1));
    }
    return found;
  }
}

/**
 * The size that most names have.
 * @param {Map<Whole, string[]>} sizes
 * @returns {Whole}
 */
export function mostFrequent(sizes) {
  return [...sizes].reduce((best, one) => (one[1].length > best[1].length ? one : best))[0];
}
