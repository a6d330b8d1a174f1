// The list of members at the end of a zip archive, read as Python's zipfile reads it: the same archives are refused.

import { HEADERS } from "./allowance.js";
import { Unreadable } from "./data.js";
import { decoded } from "./utf8.js";
import { fromLittle, plus } from "./whole.js";

/** @typedef {import("./types.js").Whole} Whole */
/** @typedef {import("./source.js").CheckedSource} CheckedSource */
/** @typedef {{ name: string, flags: number, method: number, packed: Whole, size: Whole, at: Whole }} Member */
/** @typedef {{ zip64: boolean, size: Whole, offset: Whole, at: number }} EndRecord */

const [END, END64, LOCATOR, ENTRY] = [22, 56, 20, 46];
const HIGHEST_VERSION = 63;
// The letters of code page 437 from 128 on, in which names are that are not marked as UTF-8.
const CP437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/** What is wrong with an archive, in zipfile's words. */
class BadZip extends Error {}

/**
 * The archive's members, as they are listed.
 * @param {CheckedSource} source
 * @returns {Promise<Member[]>}
 */
export async function listMembers(source) {
  try {
    return await entriesOf(source);
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    throw new Unreadable(`${source.name}: a damaged zip archive (${error.message}); fetch it again`);
  }
}

/** @param {CheckedSource} source */
async function entriesOf(source) {
  const end = await endRecord(source);
  if (!end) throw new BadZip("File is not a zip file");
  const before = plus(plus(end.at, -end.size), end.zip64 ? -(END64 + LOCATOR) : 0);
  if (before < 0) throw new BadZip("Bad offset for central directory");
  const concat = plus(before, -end.offset);
  const data = await within(source, before, end.size);
  const members = [];
  for (let at = 0; at < end.size; ) {
    const entry = data.subarray(at, at + ENTRY);
    if (entry.length < ENTRY) throw new BadZip("Truncated central directory");
    const { member, length } = memberAt(data, at, concat);
    members.push(member);
    at += length;
  }
  return members;
}

/**
 * A stretch as a file gives it: shorter where the file ends.
 * @param {CheckedSource} source
 * @param {Whole} at
 * @param {Whole} count
 */
async function within(source, at, count) {
  const left = at < source.size ? source.size - Number(at) : 0;
  const wanted = count < left ? Number(count) : left;
  source.allowance.take(HEADERS, wanted, source.name);
  return source.read(Math.min(Number(at), source.size), wanted);
}

/**
 * @param {CheckedSource} source
 * @returns {Promise<EndRecord | null>}
 */
async function endRecord(source) {
  if (source.size < END) return null;
  const last = await source.read(source.size - END, END);
  if (isSigned(last, 0, "PK\x05\x06") && last[END - 2] === 0 && last[END - 1] === 0) {
    return withZip64(source, last, source.size - END);
  }
  const start = Math.max(source.size - 2 ** 16 - END, 0);
  const data = await source.read(start, source.size - start);
  for (let at = data.length - 4; at >= 0; at -= 1) {
    if (isSigned(data, at, "PK\x05\x06")) {
      return at + END > data.length ? null : withZip64(source, data.subarray(at, at + END), start + at);
    }
  }
  return null;
}

/**
 * The end record, with what its 64-bit form says where there is one.
 * @param {CheckedSource} source
 * @param {Uint8Array} record
 * @param {number} at
 * @returns {Promise<EndRecord>}
 */
async function withZip64(source, record, at) {
  const found = { zip64: false, size: little(record, 12, 4), offset: little(record, 16, 4), at };
  if (at < LOCATOR) return found;
  const locator = await source.read(at - LOCATOR, LOCATOR);
  if (!isSigned(locator, 0, "PK\x06\x07")) return found;
  if (little(locator, 4, 4) !== 0 || little(locator, 16, 4) > 1) {
    throw new BadZip("zipfiles that span multiple disks are not supported");
  }
  if (at < LOCATOR + END64) throw new BadZip("File is not a zip file");
  const large = await source.read(at - LOCATOR - END64, END64);
  if (!isSigned(large, 0, "PK\x06\x06")) return found;
  return { zip64: true, size: little(large, 40, 8), offset: little(large, 48, 8), at };
}

/**
 * @param {Uint8Array} data
 * @param {number} at
 * @param {Whole} concat how far the archive's own offsets are from the file's
 * @returns {{ member: Member, length: number }}
 */
function memberAt(data, at, concat) {
  if (!isSigned(data, at, "PK\x01\x02")) throw new BadZip("Bad magic number for central directory");
  const [names, extras, comments] = [28, 30, 32].map((place) => Number(little(data, at + place, 2)));
  const [nameEnd, extraEnd] = [at + ENTRY + (names ?? 0), at + ENTRY + (names ?? 0) + (extras ?? 0)];
  const flags = Number(little(data, at + 8, 2));
  const member = {
    name: nameOf(data.subarray(at + ENTRY, nameEnd), flags),
    flags,
    method: Number(little(data, at + 10, 2)),
    packed: little(data, at + 20, 4),
    size: little(data, at + 24, 4),
    at: little(data, at + 42, 4),
  };
  const version = Number(little(data, at + 6, 2));
  if (version > HIGHEST_VERSION) throw new BadZip(`zip file version ${(version / 10).toFixed(1)}`);
  readExtra(member, data.subarray(nameEnd, extraEnd));
  member.at = plus(member.at, concat);
  return { member, length: extraEnd + (comments ?? 0) - at };
}

/** @param {Uint8Array} bytes @param {number} flags */
function nameOf(bytes, flags) {
  if (!(flags & 0x800)) return untilNull([...bytes].map((byte) => (byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128])).join(""));
  const found = decoded(bytes);
  if ("bad" in found) throw new BadZip(found.why);
  return untilNull(found.text);
}

/** @param {string} text */
function untilNull(text) {
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}

/** @param {Member} member @param {Uint8Array} extra */
function readExtra(member, extra) {
  for (let at = 0; extra.length - at >= 4; ) {
    const [type, length] = [Number(little(extra, at, 2)), Number(little(extra, at + 2, 2))];
    if (at + 4 + length > extra.length) {
      throw new BadZip(`Corrupt extra field ${type.toString(16).padStart(4, "0")} (size=${length})`);
    }
    if (type === 1) readZip64(member, extra.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
}

/** @param {Member} member @param {Uint8Array} data */
function readZip64(member, data) {
  let at = 0;
  /** @param {string} field */
  const next = (field) => {
    if (at + 8 > data.length) throw new BadZip(`Corrupt zip64 extra field. ${field} not found.`);
    at += 8;
    return little(data, at - 8, 8);
  };
  if (member.size === 0xffffffff || member.size === 2n ** 64n - 1n) member.size = next("File size");
  if (member.packed === 0xffffffff) member.packed = next("Compress size");
  if (member.at === 0xffffffff) member.at = next("Header offset");
}

/** @param {Uint8Array} data @param {number} at @param {number} count */
function little(data, at, count) {
  return fromLittle(data.subarray(at, at + count));
}

/** @param {Uint8Array} data @param {number} at @param {string} signature */
function isSigned(data, at, signature) {
  return [...signature].every((letter, index) => data[at + index] === letter.charCodeAt(0));
}
