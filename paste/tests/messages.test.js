import assert from "node:assert/strict";
import { test } from "node:test";

import { squeezed } from "../clean.js";
import { bareKeys, messages } from "../messages.js";

/**
 * @template T
 * @param {Generator<undefined, T>} steps
 * @returns {T}
 */
function finished(steps) {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** @param {string} text */
function read(text) {
  const { text: words, starts } = finished(squeezed(text));
  return finished(messages(words, starts)).map((one) => [one.form, one.class, one.from, one.status, one.keys.map(({ key }) => key)]);
}

test("the first ports and transformers 2", () => {
  assert.deepEqual(read("Weights of BertForMaskedLM not initialized from pretrained model: ['a.bias', 'b.bias']"), [["first", "BertForMaskedLM", "", "missing", ["a.bias", "b.bias"]]]);
  assert.deepEqual(read("Weights from pretrained model not used in BertModel: ['a.bias']"), [["first", "BertModel", "", "unexpected", ["a.bias"]]]);
});

test("transformers 3 and 4", () => {
  assert.deepEqual(read("Some weights of the model checkpoint at a/b-c were not used when initializing BertModel: ['a.bias']"), [["sentence", "BertModel", "a/b-c", "unexpected", ["a.bias"]]]);
  assert.deepEqual(read("Some weights of BertModel were not initialized from the model checkpoint at a/b-c and are newly initialized: ['a.bias']\nYou should"), [["sentence", "BertModel", "a/b-c", "missing", ["a.bias"]]]);
  assert.deepEqual(
    read("Some weights of X were not initialized from the model checkpoint at f and are newly initialized because the shapes did not match:\n- c.weight: found shape torch.Size([3, 16]) in the checkpoint and torch.Size([2, 16]) in the model instantiated\n- c.bias: found shape torch.Size([3]) in the checkpoint and torch.Size([2]) in the model instantiated\nYou should"),
    [["sentence", "X", "f", "mismatched", ["c.weight", "c.bias"]]],
  );
});

const TABLE = `[transformers] BertModel LOAD REPORT from: a/b
Key                      | Status     | 
-------------------------+------------+-
cls.predictions.bias     | UNEXPECTED | 
encoder.layer.{0, 1}.x.bias | MISSING |
classifier.weight        | MISMATCH   | Reinit due to size mismatch - ckpt: torch.Size([3, 16]) vs model:torch.Size([2, 16])
classifier.bias          | MISMATCH   | Reinit due to size mismatch - ckpt: torch.Size([3]) vs model:torch.Size([2])

Notes:
- UNEXPECTED:	can be ignored`;

test("transformers 5, whole, wrapped, and without its head", () => {
  const rows = [
    ["missing", ["encoder.layer.{0,1}.x.bias"]],
    ["unexpected", ["cls.predictions.bias"]],
    ["mismatched", ["classifier.weight"]],
    ["mismatched", ["classifier.bias"]],
  ];
  const sorted = (/** @type {any[][]} */ found) => found.map((one) => [one[3], one[4]]).sort();
  assert.deepEqual(sorted(read(TABLE)), rows.sort());
  assert.deepEqual(read(TABLE).map((one) => one.slice(0, 3)), Array(4).fill(["table", "BertModel", "a/b"]));
  assert.deepEqual(sorted(read(TABLE.replace(/.{30}/g, "$&\n"))), rows);
  assert.deepEqual(sorted(read(TABLE.slice(TABLE.indexOf("cls.")))), rows);
});

test("the line about two names is of the report that follows", () => {
  const line = "This checkpoint seem corrupted. The tied weights mapping for this model specifies to tie cls.predictions.bias to cls.predictions.decoder.bias, but both are absent from the checkpoint\n";
  assert.deepEqual(read(line + TABLE)[0], ["table", "BertModel", "a/b", "missing", ["cls.predictions.bias", "cls.predictions.decoder.bias"]]);
});

test("torch's own error", () => {
  const text = `RuntimeError: Error(s) in loading state_dict for BertModel:
\tMissing key(s) in state_dict: "a.weight", "a.bias". 
\tUnexpected key(s) in state_dict: "module.a.weight". 
\tsize mismatch for b.weight: copying a param with shape torch.Size([3, 4]) from checkpoint, the shape in current model is torch.Size([2, 4]).`;
  assert.deepEqual(read(text).map((one) => [one[1], one[3], one[4]]), [
    ["BertModel", "missing", ["a.weight", "a.bias"]],
    ["BertModel", "unexpected", ["module.a.weight"]],
    ["BertModel", "mismatched", ["b.weight"]],
  ]);
  assert.deepEqual(read("_IncompatibleKeys(missing_keys=['a.b'], unexpected_keys=[])").map((one) => [one[3], one[4]]), [["missing", ["a.b"]]]);
});

test("a list that is cut off, unquoted, or empty", () => {
  assert.deepEqual(read("Weights of X not initialized from pretrained model: ['a.bias', 'b.bi")[0]?.[4], ["a.bias", "b.bi"]);
  assert.deepEqual(read("Weights of X not initialized from pretrained model: [a.bias, b.bias]")[0]?.[4], ["a.bias", "b.bias"]);
  assert.deepEqual(read("Weights of X not initialized from pretrained model: []"), []);
});

test("a name may hold anything", () => {
  assert.deepEqual(read("Weights of X not initialized from pretrained model: ['<img src=x onerror=f()>', 'b.bias']")[0]?.[4], ["<imgsrc=xonerror=f()>", "b.bias"]);
});

test("names alone", () => {
  assert.deepEqual(bareKeys("what is cls.predictions.bias, in config.json?")[0]?.keys, [{ key: "cls.predictions.bias", detail: "" }]);
  assert.deepEqual(bareKeys("hello world."), []);
});
