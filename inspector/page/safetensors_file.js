// A safetensors file's header, checked as strictly as the library checks it.

import { HEADERS } from "./allowance.js";
import { ITEM_BYTES, Unreadable } from "./data.js";
import { Float, asString, repr } from "./python_text.js";
import { parseObject } from "./strict_json.js";
import { fromLittle, plus, product, times } from "./whole.js";

/** @typedef {import("./types.js").Tensor} Tensor */
/** @typedef {import("./types.js").Whole} Whole */
/** @typedef {import("./source.js").CheckedSource} CheckedSource */

/** @type {Map<string, string>} */
const DTYPES = new Map([
  ["F64", "float64"], ["F32", "float32"], ["F16", "float16"], ["BF16", "bfloat16"],
  ["F8_E4M3", "float8_e4m3fn"], ["F8_E5M2", "float8_e5m2"],
  ["I64", "int64"], ["I32", "int32"], ["I16", "int16"], ["I8", "int8"],
  ["U64", "uint64"], ["U32", "uint32"], ["U16", "uint16"], ["U8", "uint8"], ["BOOL", "bool"], ["C64", "complex64"],
]);
const LENGTH = 8; // bytes that hold the header's length
const MOST = 2n ** 62n;

/**
 * Tensors by name, and the header's metadata. Throws Unreadable for a file that the library would refuse.
 * @param {CheckedSource} source
 * @returns {Promise<{ tensors: Map<string, Tensor>, metadata: Map<string, string> }>}
 */
export async function readSafetensors(source) {
  const { name, size } = source;
  if (size < LENGTH) throw new Unreadable(`${name}: ${size} bytes are too few for a safetensors file; fetch it again`);
  const length = fromLittle(await source.read(0, LENGTH));
  if (length > size - LENGTH) {
    throw new Unreadable(
      `${name}: its header claims ${length} bytes, and the file has ${size}: ` +
        "no safetensors file, or a cut-off one; fetch it again",
    );
  }
  source.allowance.take(HEADERS, length, name);
  const header = parseObject(await source.read(LENGTH, length), `${name}, header`);
  const metadata = metadataOf(header.has("__metadata__") ? header.get("__metadata__") : new Map(), name);
  header.delete("__metadata__");
  source.allowance.takeNames(header.keys(), name);
  const start = LENGTH + Number(length);
  /** @type {Map<string, Tensor>} */
  const tensors = new Map();
  for (const [key, entry] of header) tensors.set(key, tensorOf(key, entry, source, start));
  checkCover(tensors, start, size, name);
  return { tensors, metadata };
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {Map<string, string>}
 */
function metadataOf(value, name) {
  if (!(value instanceof Map) || ![...value.values()].every((one) => typeof one === "string")) {
    throw new Unreadable(`${name}: \`__metadata__\` is no map of texts; the header is damaged`);
  }
  return value;
}

/**
 * @param {string} key
 * @param {unknown} entry
 * @param {CheckedSource} source
 * @param {number} start
 * @returns {Tensor}
 */
function tensorOf(key, entry, source, start) {
  const { name, path } = source;
  if (!(entry instanceof Map) || entry.size !== 3 || !["dtype", "shape", "data_offsets"].every((one) => entry.has(one))) {
    throw new Unreadable(`${name}: ${repr(key)} has no dtype, shape and data_offsets; the header is damaged`);
  }
  const shape = entry.get("shape");
  const offsets = entry.get("data_offsets");
  if (!areCounts(shape) || !areCounts(offsets)) throw noShape(name, key);
  const [begin, end] = offsets;
  if (begin === undefined || end === undefined || offsets.length !== 2 || begin > end) throw noShape(name, key);
  const dtype = DTYPES.get(asString(entry.get("dtype")));
  if (dtype === undefined) {
    throw new Unreadable(`${name}: ${repr(key)} has the unknown type ${repr(entry.get("dtype"))}; is the file newer than this program?`);
  }
  const size = times(product(shape), ITEM_BYTES[dtype] ?? 0);
  const held = plus(end, -begin);
  if (size !== held) {
    throw new Unreadable(`${name}: ${repr(key)} needs ${size} bytes and its offsets hold ${held}; the header is damaged`);
  }
  // Beyond what a double holds exactly there is no file: the cover is checked with whole numbers before.
  const place = { file: source, offset: plus(start, begin), size };
  return { name: key, shape, dtype, place, storage: size ? `${path}:${begin}` : `${path}:${key}`, start: 0, strides: null };
}

/** @param {string} name @param {string} key */
function noShape(name, key) {
  return new Unreadable(`${name}: ${repr(key)} has a shape or offsets that are none; the header is damaged`);
}

/**
 * @param {unknown} value
 * @returns {value is Whole[]}
 */
function areCounts(value) {
  return Array.isArray(value) && value.length <= 64 && value.every((one) => isWhole(one) && one >= 0 && one < MOST);
}

/**
 * @param {unknown} value
 * @returns {value is Whole}
 */
function isWhole(value) {
  return !(value instanceof Float) && (typeof value === "number" || typeof value === "bigint");
}

/**
 * The tensors lie one behind another, without gaps, to the end of the file.
 * @param {Map<string, Tensor>} tensors
 * @param {number} start
 * @param {number} size
 * @param {string} name
 */
function checkCover(tensors, start, size, name) {
  /** @type {Whole} */
  let expected = start;
  let before = "the header";
  const places = [...tensors].flatMap(([key, one]) => (one.place ? [{ key, place: one.place }] : []));
  places.sort((one, other) => compareWhole(one.place.offset, other.place.offset) || compareWhole(one.place.size, other.place.size));
  for (const { key, place } of places) {
    if (place.offset !== expected) {
      const how = place.offset < expected ? "overlaps" : "leaves a gap behind";
      throw new Unreadable(`${name}: ${repr(key)} ${how} ${before}; the file is damaged, or made to harm`);
    }
    expected = plus(place.offset, place.size);
    before = repr(key);
  }
  if (expected !== size) {
    const how = expected > size ? "cut off" : "longer than its header says";
    throw new Unreadable(`${name}: ${how}: the tensors end at byte ${expected}, the file at ${size}; fetch it again`);
  }
}

/** @param {Whole} one @param {Whole} other */
function compareWhole(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}
