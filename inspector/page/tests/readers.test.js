import assert from "node:assert/strict";
import { test } from "node:test";

import { Unreadable } from "../data.js";
import { CheckedSource, LARGEST_READ } from "../source.js";
import { parseList, parseObject } from "../strict_json.js";
import { Float, repr } from "../python_text.js";
import { readSafetensors } from "../safetensors_file.js";
import { TensorRef } from "../pickle_values.js";
import { Unpickler } from "../unpickler.js";
import { listMembers } from "../zip_directory.js";

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/**
 * A file in memory; `reads` are the stretches that were asked for.
 * @param {Uint8Array} data
 * @param {number[][]} [reads]
 */
function sourceOf(data, reads = []) {
  return new CheckedSource({
    path: "folder/file.bin",
    size: data.length,
    read: async (offset, count) => {
      reads.push([offset, count]);
      return data.subarray(offset, offset + count);
    },
  });
}

/** @param {number} length @param {number} [filled] */
const zeros = (length, filled = 0) => new Uint8Array(length).fill(filled);

/** @param {string} text */
const json = (text) => parseObject(new TextEncoder().encode(text), "config.json", true);

test("a read is exact, bounded, and says where a file ends", async () => {
  const source = sourceOf(bytesOf("0123456789"));
  assert.deepEqual(await source.read(3, 2), bytesOf("34"));
  assert.deepEqual(await source.read(4, 0), zeros(0));
  await assert.rejects(source.read(8, 3), /file\.bin: ends at byte 10, but 3 bytes from byte 8 on/);
  await assert.rejects(source.read(-1, 3), /negative/);
  await assert.rejects(source.read(0, LARGEST_READ + 1), /more than 32 MB/);
  await assert.rejects(source.read(2n ** 63n, 8), Unreadable);
});

test("small neighbours are read once", async () => {
  /** @type {number[][]} */
  const reads = [];
  const source = sourceOf(zeros(100_000), reads);
  for (let at = 0; at < 10_000; at += 100) await source.read(at, 100);
  assert.equal(reads.length, 1);
  await source.read(50_000, 8_000); // too far, and too large for a window
  assert.deepEqual(reads[1], [50_000, 8_000]);
});

test("a file that was changed after it was dropped is a clear line", async () => {
  const gone = new CheckedSource({ path: "x.bin", size: 10, read: () => Promise.reject(new Error("NotReadableError")) });
  await assert.rejects(gone.read(0, 4), /x\.bin: cannot be read \(NotReadableError\); was it changed or moved/);
});

test("JSON keeps what JSON.parse loses", () => {
  const found = json('{"a": 1.0, "b": 12345678901234567890, "c": -0, "__proto__": 1, "2": 0, "1": NaN}');
  assert.ok(found.get("a") instanceof Float);
  assert.equal(found.get("b"), 12345678901234567890n);
  assert.ok(Object.is(found.get("c"), 0));
  assert.deepEqual([...found.keys()], ["a", "b", "c", "__proto__", "2", "1"]);
  assert.equal(found.get("1"), "NaN");
});

test("JSON is refused in Python's words", () => {
  assert.throws(() => json('{"a": 1, "b": 2, "b": 3, "a": 4}'), /the key 'b' is there twice/);
  assert.throws(() => json('{"a": 1,}'), /Expecting property name enclosed in double quotes: line 1 column 9 \(char 8\)/);
  assert.throws(() => json("{\n\"a\": 01}"), /Expecting ',' delimiter: line 2 column 7 \(char 8\)/);
  assert.throws(() => json(`{"a": ${"9".repeat(4301)}}`), /Exceeds the limit \(4300 digits\)/);
  assert.throws(() => json(`${'{"a":'.repeat(60)}1${"}".repeat(60)}`), /nested deeper than 50/);
  assert.throws(() => json("[".repeat(100_000)), /nested too deep/);
  assert.throws(() => parseObject(Uint8Array.of(123, 34, 0xe9, 34), "x"), /byte 2 is not UTF-8/);
  assert.throws(() => parseObject(bytesOf('{"a": NaN}'), "x"), /NaN is no JSON/);
  assert.throws(() => parseList(bytesOf("{}"), "x"), /expected a JSON list, found an object/);
});

/** @param {unknown} header @param {Uint8Array} data */
function safetensors(header, data) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(text.length), true);
  return new Uint8Array([...length, ...text, ...data]);
}

test("a safetensors header is read without the numbers", async () => {
  /** @type {number[][]} */
  const reads = [];
  const header = { "__metadata__": { format: "pt" }, a: { dtype: "F32", shape: [2, 1000], data_offsets: [0, 8000] } };
  const { tensors, metadata } = await readSafetensors(sourceOf(safetensors(header, zeros(8000)), reads));
  assert.deepEqual(tensors.get("a")?.shape, [2, 1000]);
  assert.equal(metadata.get("format"), "pt");
  assert.ok(Math.max(...reads.map(([, count]) => count ?? 0)) < 2 ** 14 + 1);
  const entry = { dtype: "F32", shape: [1], data_offsets: [4, 8] };
  await assert.rejects(readSafetensors(sourceOf(safetensors({ a: entry }, zeros(8)))), /'a' leaves a gap behind the header/);
});

/** @param {string} text @param {number} [padding] bytes before it */
const pickled = (text, padding = 0) => new Unpickler(sourceOf(bytesOf("\0".repeat(padding) + text)), padding, padding + text.length);

test("a pickle is read, and nothing in it is called", async () => {
  assert.deepEqual(await pickled("\x80\x02}X\x01\0\0\0aK\x07s.").load(), new Map([["a", 7]]));
  assert.equal(await pickled("\x80\x02\x8a\x02\x00\xff.").load(), -256);
  await assert.rejects(pickled("\x80\x02cos\nsystem\n(U\x01xtR.").load(), /would call os\.system, which no file of weights needs\. Nothing was run/);
  await assert.rejects(pickled("\x80\x02c__builtin__\neval\n.").load(), /__builtin__\.eval/);
  await assert.rejects(pickled("\x80\x02h\x05.").load(), /KeyError at byte 4/);
  await assert.rejects(pickled("\x80\x02\x81.").load(), /opcode 0x81 at byte 2, which torch\.save does not write/);
  await assert.rejects(pickled("\x80\x02}").load(), /ends in the middle/);
});

test("a step that lies across two windows is taken once", async () => {
  const name = "n".repeat(60_000);
  const text = `\x80\x02]X\x60\xea\0\0${name}aX\x60\xea\0\0${name}aX\x60\xea\0\0${name}a.`;
  assert.deepEqual(await pickled(text).load(), [name, name, name]);
});

test("a tensor of a pickle is where it says", async () => {
  const storage = "(X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x000X\x03\0\0\0cpuK\x06tQ";
  const found = await pickled(`\x80\x02ctorch._utils\n_rebuild_tensor_v2\n(${storage}K\x00K\x02K\x03\x86K\x03K\x01\x86\x89Ntq\x01R.`).load();
  assert.ok(found instanceof TensorRef);
  assert.deepEqual([found.shape, found.strides, found.storage.numbers], [[2, 3], [3, 1], 6]);
  const none = storage.replace("FloatStorage", "Size");
  await assert.rejects(pickled(`\x80\x02${none}.`).load(), /TypeError/);
});

test("an archive of more than 4 GB is listed by its 64-bit records", async () => {
  const local = 5n * 2n ** 32n;
  const extra = new DataView(new ArrayBuffer(28));
  extra.setUint16(0, 1, true);
  extra.setUint16(2, 24, true);
  [7n, 7n, local].forEach((value, at) => extra.setBigUint64(4 + 8 * at, value, true));
  const entry = new DataView(new ArrayBuffer(46));
  [0x50, 0x4b, 1, 2].forEach((byte, at) => entry.setUint8(at, byte));
  for (const at of [20, 24, 42]) entry.setUint32(at, 0xffffffff, true);
  entry.setUint16(28, 8, true);
  entry.setUint16(30, 28, true);
  const directory = new Uint8Array([...new Uint8Array(entry.buffer), ...bytesOf("a/data/0"), ...new Uint8Array(extra.buffer)]);
  const end64 = new DataView(new ArrayBuffer(56));
  [0x50, 0x4b, 6, 6].forEach((byte, at) => end64.setUint8(at, byte));
  end64.setBigUint64(40, BigInt(directory.length), true);
  const start = local + 1000n;
  end64.setBigUint64(48, start, true);
  const locator = new Uint8Array(20);
  locator.set([0x50, 0x4b, 6, 7]);
  locator[16] = 1;
  const end = new Uint8Array(22).fill(0xff);
  end.set([0x50, 0x4b, 5, 6]);
  end.set([0, 0], 20);
  const tail = new Uint8Array([...directory, ...new Uint8Array(end64.buffer), ...locator, ...end]);
  const source = new CheckedSource({
    path: "large.bin",
    size: Number(start) + tail.length,
    read: async (offset, count) => tail.subarray(offset - Number(start), offset - Number(start) + count),
  });
  assert.deepEqual(await listMembers(source), [{ name: "a/data/0", flags: 0, method: 0, packed: 7, size: 7, at: Number(local) }]);
  await assert.rejects(listMembers(sourceOf(zeros(100))), /File is not a zip file/);
});

test("text is quoted as Python quotes it", () => {
  assert.equal(repr("it's\n\u202e\ud800é\u{1f600}"), '"it\'s\\n\\u202e\\ud800é\u{1f600}"');
  assert.equal(repr(new Map(/** @type {[string, unknown][]} */ ([["a", [1, new Float(1e30), null, true]]]))), "{'a': [1, 1e+30, None, True]}");
});
