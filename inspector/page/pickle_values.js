// What the pickles of a checkpoint speak of: the few globals that stand for tensors, and what calling them gives.
// Every other global is refused by its name. Nothing that a pickle names is ever called.

import { ITEM_BYTES, Unreadable } from "./data.js";
import { Tuple } from "./python_text.js";

/** @typedef {import("./types.js").Whole} Whole */

/** @type {Map<string, string>} */
const STORAGES = new Map([
  ["Float", "float32"], ["Double", "float64"], ["Half", "float16"], ["BFloat16", "bfloat16"], ["Long", "int64"],
  ["Int", "int32"], ["Short", "int16"], ["Char", "int8"], ["Byte", "uint8"], ["Bool", "bool"],
  ["ComplexFloat", "complex64"], ["ComplexDouble", "complex128"], ["Untyped", "uint8"],
]);
const REBUILD = ["_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_parameter"];
export const LARGEST_COUNT = 2n ** 62n;

/** Where Python raises one of its own errors: `kind` is which. */
export class PythonError extends Error {
  /** @param {string} kind */
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

/** A name that the pickle uses, of those that are known. */
export class Global {
  /** @param {string} module @param {string} name */
  constructor(module, name) {
    this.module = module;
    this.name = name;
  }
}

/** What a tensor's numbers lie in: the key of a storage, its type, and how many numbers it has. */
export class StorageRef {
  /** @param {string} key @param {string} dtype @param {Whole} numbers */
  constructor(key, dtype, numbers) {
    this.key = key;
    this.dtype = dtype;
    this.numbers = numbers;
  }
}

/** A tensor as the pickle describes it. */
export class TensorRef {
  /** @param {StorageRef} storage @param {Whole} start @param {Whole[]} shape @param {Whole[]} strides */
  constructor(storage, start, shape, strides) {
    this.storage = storage;
    this.start = start;
    this.shape = shape;
    this.strides = strides;
  }
}

/**
 * The type of a storage class's numbers, "" if it is none.
 * @param {string} name
 */
export function storageType(name) {
  return (name.endsWith("Storage") && STORAGES.get(name.slice(0, -"Storage".length))) || "";
}

/**
 * The global of that name, if it is one of a checkpoint's. Throws Unreadable otherwise, naming the file.
 * @param {string} module
 * @param {string} name
 * @param {string} file
 */
export function knownGlobal(module, name, file) {
  if (
    (REBUILD.includes(name) && module === "torch._utils") ||
    (["torch", "torch.storage"].includes(module) && (storageType(name) || name === "Size" || name === "device")) ||
    (module === "torch" && (Object.hasOwn(ITEM_BYTES, name) || name === "Tensor")) ||
    (module === "collections" && name === "OrderedDict") ||
    (module === "torch.nn.parameter" && name === "Parameter")
  ) {
    return new Global(module, name);
  }
  if (
    (["torch._utils", "torch._tensor"].includes(module) && name.startsWith("_rebuild")) ||
    (module === "torch" && /^(qint|quint|per_tensor|per_channel)/.test(name))
  ) {
    throw new Unreadable(
      `${file}: holds a tensor of a kind that is not read here (${module}.${name}: quantised, ` +
        "sparse, of 8 bits, without numbers, or of a subclass). Nothing was run; save plain tensors",
    );
  }
  throw new Unreadable(
    `${file}: its pickle would call ${module}.${name}, which no file of weights needs. ` +
      "Nothing was run. If it is yours, save model.state_dict() alone; if not, ask for a safetensors file",
  );
}

/**
 * What calling a known global gives, without calling it. Throws a PythonError for other arguments than torch saves.
 * @param {Global} called
 * @param {unknown[]} given
 * @returns {unknown}
 */
export function resultOf(called, given) {
  switch (called.name) {
    case "OrderedDict":
      return given.length ? new Map(pairsOf(given[0])) : new Map();
    case "_rebuild_parameter":
      if (!(first(given) instanceof TensorRef)) throw new PythonError("TypeError");
      return given[0];
    case "_rebuild_tensor":
    case "_rebuild_tensor_v2":
      return rebuilt(given);
    case "Size":
      return countsOf(first(given));
    case "device":
      return null;
    default:
      throw new PythonError("TypeError");
  }
}

/** @param {unknown[]} given */
function first(given) {
  if (!given.length) throw new PythonError("IndexError");
  return given[0];
}

/** @param {unknown[]} given */
function rebuilt(given) {
  if (given.length < 4) throw new PythonError("ValueError");
  const [storage, start, shape, strides] = given;
  if (!(storage instanceof StorageRef)) throw new PythonError("TypeError");
  return new TensorRef(storage, asCount(start), countsOf(shape).counts, countsOf(strides).counts);
}

/**
 * @param {unknown} items
 * @returns {[string, unknown][]}
 */
function pairsOf(items) {
  if (!Array.isArray(items)) throw new PythonError("TypeError");
  return items.map((pair) => {
    const two = pair instanceof Tuple ? pair.items : typeof pair === "string" ? [...pair] : pair;
    if (!Array.isArray(two) || two.length !== 2 || typeof two[0] !== "string") throw new PythonError("TypeError");
    return [two[0], two[1]];
  });
}

/**
 * The value, if it is a text.
 * @param {unknown} value
 */
export function asText(value) {
  if (typeof value !== "string") throw new PythonError("TypeError");
  return value;
}

/**
 * The value, if it is a whole number from 0 on.
 * @param {unknown} value
 * @returns {Whole}
 */
export function asCount(value) {
  if ((typeof value !== "number" && typeof value !== "bigint") || value < 0 || value >= LARGEST_COUNT) throw new PythonError("TypeError");
  return value;
}

/** @param {unknown} values */
function countsOf(values) {
  const items = values instanceof Tuple ? values.items : values;
  if (!Array.isArray(items) || items.length > 64) throw new PythonError("TypeError");
  return new Counts(items.map(asCount));
}

/** A tuple of whole numbers. */
class Counts extends Tuple {
  /** @param {Whole[]} counts */
  constructor(counts) {
    super(counts);
    this.counts = counts;
  }
}
