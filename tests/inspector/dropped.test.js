import assert from "node:assert/strict";
import test from "node:test";

import { chosenFiles, droppedFiles } from "../../docs/assets/inspector/dropped.js";

/** @param {string} name @param {string} [path] */
function file(name, path = "") {
  return /** @type {File} */ (/** @type {unknown} */ ({ name, webkitRelativePath: path, size: 1 }));
}

/**
 * An entry as a browser gives it: a folder is an object of entries, and gives two at a time.
 * @param {string} name
 * @param {any} content
 * @returns {any}
 */
function entry(name, content) {
  if (content === null) return { name, isDirectory: false, file: (/** @type {any} */ _, /** @type {any} */ failed) => failed() };
  if (content === undefined) return { name, isDirectory: false, file: (/** @type {any} */ done) => done(file(name)) };
  const inside = Object.entries(content).map(([own, of]) => entry(own, of));
  return { name, isDirectory: true, createReader: () => ({ readEntries: (/** @type {any} */ done) => done(inside.splice(0, 2)) }) };
}

/** @param {any} content */
async function dropped(content) {
  const items = Object.entries(content).map(([name, of]) => ({ webkitGetAsEntry: () => entry(name, of) }));
  const found = await droppedFiles(/** @type {any} */ ({ items, files: [] }));
  return { ...found, files: found.files.map(({ path }) => path) };
}

/** @param {(File)[]} files */
function chosen(...files) {
  const found = chosenFiles(/** @type {any} */ (files));
  return { ...found, files: found.files.map(({ path }) => path) };
}

test("a folder's files lie below its name, however many it has", async () => {
  const found = await dropped({ model: { "config.json": undefined, a: undefined, b: undefined, "0_Transformer": { c: undefined } } });
  assert.deepEqual(found, { name: "model", files: ["model/config.json", "model/a", "model/b", "model/0_Transformer/c"], loose: false, cut: false });
});

test("a file alone has no folder; several get one", async () => {
  assert.deepEqual(await dropped({ "model.bin": undefined }), { name: "model.bin", files: ["model.bin"], loose: false, cut: false });
  assert.deepEqual(await dropped({ "model.bin": undefined, "config.json": undefined }), { name: "2 files", files: ["2 files/model.bin", "2 files/config.json"], loose: true, cut: false });
});

test("what is hidden, too deep or cannot be opened is left out", async () => {
  const deep = { a: { b: { c: { d: { e: { "far.bin": undefined } } } } } };
  const found = await dropped({ model: { ".git": { config: undefined }, ".DS_Store": undefined, gone: null, ...deep, "model.bin": undefined } });
  assert.deepEqual(found.files, ["model/model.bin"]);
});

test("of very many files the first are read, and that is said", async () => {
  const many = Object.fromEntries(Array.from({ length: 2100 }, (_, at) => [`${at}`, undefined]));
  const found = await dropped({ many });
  assert.equal(found.files.length, 2000);
  assert.equal(found.cut, true);
});

test("a folder's own files come before those of its folders", async () => {
  const many = Object.fromEntries(Array.from({ length: 2100 }, (_, at) => [`${at}`, undefined]));
  const found = await dropped({ model: { data: many, "config.json": undefined } });
  assert.deepEqual([found.files.length, found.files[0], found.cut], [2000, "model/config.json", true]);
  const all = Object.keys(many).map((name) => file(name, `model/data/${name}`));
  assert.equal(chosen(...all, file("config.json", "model/config.json")).files[0], "model/config.json");
});

test("what a button gives is the same", () => {
  const found = chosen(file("config.json", "model/config.json"), file("x", "model/.git/x"), file("c", "model/0_Transformer/c"));
  assert.deepEqual(found, { name: "model", files: ["model/config.json", "model/0_Transformer/c"], loose: false, cut: false });
  assert.deepEqual(chosen(file("model.bin")), { name: "model.bin", files: ["model.bin"], loose: false, cut: false });
});

test("a browser without entries gives files alone", async () => {
  const transfer = { items: [{ webkitGetAsEntry: () => null }], files: [file("model.bin")] };
  assert.equal((await droppedFiles(/** @type {any} */ (transfer))).name, "model.bin");
});
