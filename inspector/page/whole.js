// Whole numbers of any size, as Python counts: a double where it holds them exactly, and a bigint only beyond.

/** @typedef {import("./types.js").Whole} Whole */

/**
 * The number in its one form.
 * @param {bigint} value
 * @returns {Whole}
 */
export function whole(value) {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

/**
 * @param {Whole} one
 * @param {Whole} other
 * @returns {Whole}
 */
export function times(one, other) {
  const found = typeof one === "number" && typeof other === "number" ? one * other : Number.NaN;
  return Number.isSafeInteger(found) ? found : whole(BigInt(one) * BigInt(other));
}

/**
 * @param {Whole} one
 * @param {Whole} other
 * @returns {Whole}
 */
export function plus(one, other) {
  const found = typeof one === "number" && typeof other === "number" ? one + other : Number.NaN;
  return Number.isSafeInteger(found) ? found : whole(BigInt(one) + BigInt(other));
}

/**
 * @param {Whole[]} values
 * @returns {Whole}
 */
export function product(values) {
  return values.reduce(times, 1);
}

/**
 * @param {Iterable<Whole>} values
 * @returns {Whole}
 */
export function total(values) {
  /** @type {Whole} */
  let found = 0;
  for (const one of values) found = plus(found, one);
  return found;
}

/**
 * The number that bytes spell, the lowest first.
 * @param {Uint8Array} bytes
 * @returns {Whole}
 */
export function fromLittle(bytes) {
  let found = 0n;
  for (let at = bytes.length - 1; at >= 0; at -= 1) found = (found << 8n) | BigInt(bytes[at] ?? 0);
  return whole(found);
}
