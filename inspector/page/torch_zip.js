// What torch.save writes today: a zip archive, its members stored as they are.

import { Unreadable, itemBytes } from "./data.js";
import { StorageRef } from "./pickle_values.js";
import { repr } from "./python_text.js";
import { latin } from "./source.js";
import { stateDictIn, tensorsAt } from "./state_dict.js";
import { Unpickler } from "./unpickler.js";
import { fromLittle, plus, times } from "./whole.js";
import { listMembers } from "./zip_directory.js";

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./source.js").CheckedSource} CheckedSource */
/** @typedef {import("./state_dict.js").Read} Read */
/** @typedef {import("./zip_directory.js").Member} Member */

/**
 * @param {CheckedSource} source
 * @returns {Promise<Read>}
 */
export async function readZip(source) {
  const members = byName(await listMembers(source), source.name);
  const root = rootOf(members, source.name);
  const info = /** @type {Member} */ (members.get(`${root}data.pkl`));
  const begin = await dataStart(source, info);
  const value = await new Unpickler(source, Number(begin), Number(begin) + Number(info.size)).load();
  await checkOrder(source, members.get(`${root}byteorder`));
  const { found, wrapper } = stateDictIn(value, source);
  const references = [...new Map([...found.values()].map((one) => [one.storage.key, one.storage])).values()];
  const ordered = references.map((one) => ({ one, stored: members.get(`${root}data/${one.key}`) }));
  ordered.sort((mine, its) => Number(mine.stored?.at ?? -1) - Number(its.stored?.at ?? -1));
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const { one, stored } of ordered) places.set(one.key, await placeOf(source, stored, one));
  checkApart([...places], source.name);
  return { tensors: tensorsAt(found, places, source), wrapper };
}

/** @param {CheckedSource} source @param {Member | undefined} order */
async function checkOrder(source, order) {
  if (!order) return;
  const start = await dataStart(source, order);
  const said = latin(await source.read(start, order.size < 16 ? order.size : 16));
  if (said.replace(/^[ \t\n\r\v\f]+|[ \t\n\r\v\f]+$/g, "") === "little") return;
  throw new Unreadable(`${source.name}: its numbers are big-endian, which is not read here; save it again`);
}

/** @param {Member[]} listed @param {string} name */
function byName(listed, name) {
  /** @type {Map<string, Member>} */
  const members = new Map();
  for (const one of listed) {
    if (members.has(one.name)) throw new Unreadable(`${name}: the member ${repr(one.name)} is there twice; left alone`);
    if (one.flags & 1) throw new Unreadable(`${name}: the member ${repr(one.name)} is encrypted; left alone`);
    members.set(one.name, one);
  }
  return members;
}

/**
 * The folder in the archive that holds everything, with a slash.
 * @param {Map<string, Member>} members
 * @param {string} name
 */
function rootOf(members, name) {
  const names = [...members.keys()];
  const pickles = names.filter((one) => one.endsWith("data.pkl") && one.split("/").length <= 2);
  if (names.some((one) => one.endsWith("constants.pkl") || one.includes("/code/"))) {
    throw new Unreadable(`${name}: a TorchScript program, which is code; ask for the weights alone`);
  }
  if (pickles.length !== 1) throw new Unreadable(`${name}: a zip archive without one data.pkl, so torch.save did not write it`);
  return String(pickles[0]).slice(0, -"data.pkl".length);
}

/**
 * @param {CheckedSource} source
 * @param {Member | undefined} stored
 * @param {StorageRef} reference
 * @returns {Promise<Place>}
 */
async function placeOf(source, stored, reference) {
  const key = repr(reference.key);
  if (!stored) throw new Unreadable(`${source.name}: the storage ${key} is not in the archive; fetch it again`);
  const wanted = times(reference.numbers, itemBytes(reference.dtype));
  if (stored.size !== wanted) {
    throw new Unreadable(`${source.name}: the storage ${key} has ${stored.size} bytes, and its tensors need ${wanted}`);
  }
  return { file: source, offset: await dataStart(source, stored), size: wanted };
}

/**
 * Where a member's bytes begin. Throws Unreadable if they are compressed, which torch.save never does.
 * @param {CheckedSource} source
 * @param {Member} info
 */
async function dataStart(source, info) {
  const name = repr(info.name);
  if (info.method !== 0 || info.packed !== info.size) {
    throw new Unreadable(`${source.name}: the member ${name} is compressed, as torch.save never writes; left alone`);
  }
  const local = await source.read(info.at, 30);
  if (!latin(local).startsWith("PK\x03\x04")) {
    throw new Unreadable(`${source.name}: the member ${name} is not where the archive says; fetch it again`);
  }
  return plus(plus(info.at, 30), plus(fromLittle(local.subarray(26, 28)), fromLittle(local.subarray(28, 30))));
}

/** @param {[string, Place][]} places @param {string} name */
function checkApart(places, name) {
  let end = 0;
  let before = "";
  const sorted = places.map(([key, one]) => ({ key, offset: Number(one.offset), size: Number(one.size) }));
  sorted.sort((one, other) => one.offset - other.offset || one.size - other.size);
  for (const { key, offset, size } of sorted) {
    if (offset < end && size) {
      throw new Unreadable(`${name}: the storages ${repr(before)} and ${repr(key)} overlap; the file is damaged, or made to harm`);
    }
    end = Math.max(end, offset + size);
    before = key;
  }
}
