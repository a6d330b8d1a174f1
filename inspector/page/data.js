// The plain data between the stages of an inspection, and its two errors. Sizes and offsets are bytes.

import { product, times } from "./whole.js";

/** @type {import("./types.js").Level[]} The worst last. */
export const LEVELS = ["fine", "note", "problem"];

/** @type {Record<string, number>} Bytes of one number of a type; other types are named and left alone. */
export const ITEM_BYTES = {
  float64: 8, float32: 4, float16: 2, bfloat16: 2, float8_e4m3fn: 1, float8_e5m2: 1,
  int64: 8, int32: 4, int16: 2, int8: 1, uint64: 8, uint32: 4, uint16: 2, uint8: 1,
  bool: 1, complex64: 8, complex128: 16,
};

/** Types whose values are looked at. */
export const FLOATS = ["float32", "float16", "bfloat16", "float64"];

/** A checkpoint that cannot be read, or must not be. Its line says what, where, and how to mend it. */
export class Unreadable extends Error {}

/** Something that the command reads and the page does not. */
export class NeedsCommand extends Error {}

/**
 * How many numbers the shape means.
 * @param {import("./types.js").Tensor} tensor
 */
export function numbersOf(tensor) {
  return product(tensor.shape);
}

/**
 * How many bytes they take; 0 for a type that is not known.
 * @param {import("./types.js").Tensor} tensor
 */
export function sizeOf(tensor) {
  return times(numbersOf(tensor), itemBytes(tensor.dtype));
}

/**
 * Bytes of one number, 0 for a type that is not known.
 * @param {string} dtype
 */
export function itemBytes(dtype) {
  return Object.hasOwn(ITEM_BYTES, dtype) ? /** @type {number} */ (ITEM_BYTES[dtype]) : 0;
}

/**
 * Whether the numbers lie row by row without gaps.
 * @param {import("./types.js").Tensor} tensor
 */
export function isContiguous(tensor) {
  const strides = tensor.strides ?? [];
  /** @type {import("./types.js").Whole} */
  let expected = 1;
  for (let back = 1; back <= Math.min(tensor.shape.length, strides.length); back += 1) {
    const length = tensor.shape.at(-back) ?? 1;
    if (length !== 1 && strides.at(-back) !== expected) return false;
    expected = times(expected, length);
  }
  return true;
}

/**
 * Whether both names mean the very same bytes.
 * @param {import("./types.js").Tensor} one
 * @param {import("./types.js").Tensor} other
 */
export function sameBytes(one, other) {
  return one.storage !== "" && bytesKey(one) === bytesKey(other);
}

/** @param {import("./types.js").Tensor} one */
function bytesKey(one) {
  return `${stretchKey(one)} ${one.dtype} ${isContiguous(one) ? "" : String(one.strides)}`;
}

/**
 * What two names have in common that mean the same stretch of a storage in the same shape.
 * @param {import("./types.js").Tensor} one
 */
export function stretchKey(one) {
  return `${one.start} ${one.shape.join()} ${one.storage}`;
}
