import assert from "node:assert/strict";
import { test } from "node:test";

import { squeezed } from "../../docs/assets/load_report/clean.js";
import { bareKeys, messages } from "../../docs/assets/load_report/messages.js";

/** @param {string} text */
function read(text) {
  const { text: words, starts } = squeezed(text);
  return messages(words, starts).map((one) => [one.form, one.class, one.from, one.status, one.keys.map(({ key }) => key)]);
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

test("a name may begin with a number", () => {
  const names = ["0.auto_model.encoder.layer.{0, 1}.x.bias", "1.linear.weight", "0.weight", "{0, 1}.bias"];
  const text = `X LOAD REPORT from: p\nKey | Status |\n---+---+-\n${names.map((name) => `${name} | MISSING |`).join("\n")}\n`;
  const wanted = names.map((name) => name.replace(" ", ""));
  for (const way of [text, text.replaceAll("\n", " "), text.replace(/.{30}/g, "$&\n")]) assert.deepEqual(read(way).flatMap((one) => one[4]), wanted, way);
  assert.deepEqual(read("Weights of X not initialized from pretrained model: [0.auto_model.a.bias, 0.weight]")[0]?.[4], ["0.auto_model.a.bias", "0.weight"]);
  assert.deepEqual(bareKeys("what is 0.weight?")[0]?.keys.map(({ key }) => key), ["0.weight"]);
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
    ["BertModel", "missing", []],
    ["BertModel", "missing", ["a.weight", "a.bias"]],
    ["BertModel", "unexpected", ["module.a.weight"]],
    ["BertModel", "mismatched", ["b.weight"]],
  ]);
  assert.deepEqual(read("_IncompatibleKeys(missing_keys=['a.b'], unexpected_keys=[])").map((one) => [one[3], one[4]]), [["missing", ["a.b"]]]);
});

test("a list that is cut off, unquoted, or empty", () => {
  assert.deepEqual(read("Weights of X not initialized from pretrained model: ['a.bias', 'b.bi")[0]?.[4], ["a.bias"]);
  assert.deepEqual(read("Weights of X not initialized from pretrained model: ['a.bias', 'b.bias")[0]?.[4], ["a.bias", "b.bias"]);
  assert.deepEqual(read("Weights of X not initialized from pretrained model: [a.bias, b.bias]")[0]?.[4], ["a.bias", "b.bias"]);
  assert.deepEqual(read("Weights of X not initialized from pretrained model: []"), []);
});

test("what a list does not say to its end is said to be cut", () => {
  const cut = (/** @type {string} */ list) => {
    const { text, starts } = squeezed(`Weights of X not initialized from pretrained model: ${list}`);
    return messages(text, starts).map((one) => one.cut);
  };
  for (const list of ["['a.b', 'c.d']", "['a.b', ]", "{'a.b'}", '"a.b", "c.d". And', "a.b, c.d", "{('a', 'b')}", "[`a.b`]", "['a.b']['c"]) assert.deepEqual(cut(list), [false], list);
  for (const list of ["[]", "set()", "{}"]) assert.deepEqual(cut(list), [], list);
  for (const list of ["['a.b', 'c.d", "['a.b', ...]", "['a.b', ..., 'c.d']", "['a.b', …", "['a.b', and 3 more]", "['a.b' 'c.d']", "[", "", "- a.b\n- c.d", '"a.b", ', "{('a', 'b'), …}"]) {
    assert.deepEqual(cut(list), [true], list);
  }
});

test("a path never runs over another sentence", () => {
  const shapes = "Some weights of X were not initialized from the model checkpoint at p and are newly initialized because the shapes did not match:\n- c.weight: found shape torch.Size([3, 16]) in the checkpoint and torch.Size([2, 16]) in the model instantiated\n";
  const other = "Some weights of Y were not initialized from the model checkpoint at q and are newly initialized: ['a.b']";
  assert.deepEqual(read(shapes + other).map((one) => one.slice(0, 4)), [["sentence", "X", "p", "mismatched"], ["sentence", "Y", "q", "missing"]]);
});

test("PyTorch's weights into TensorFlow's classes, and lists that others print", () => {
  assert.deepEqual(read("Some weights of the PyTorch model were not used when initializing the TF 2.0 model TFBertModel: ['a.b']\nSome weights or buffers of the TF 2.0 model TFBertModel were not initialized from the PyTorch model and are newly initialized: ['c.d']"), [
    ["", "TFBertModel", "", "unexpected", ["a.b"]],
    ["", "TFBertModel", "", "missing", ["c.d"]],
  ]);
  assert.deepEqual(read("Missing keys: ['a.b']\nunexpected keys: ['c.d']").map((one) => one.slice(3)), [["missing", ["a.b"]], ["unexpected", ["c.d"]]]);
});

test("the mismatched keys of the loading info", () => {
  for (const list of ["{('a.b', torch.Size([3, 4]), torch.Size([2, 4])), ('c.d', torch.Size([3]), torch.Size([2]))}", "[('a.b', (3, 4), (2, 4)), ('c.d', (3,), (2,))]", '[["a.b", [3, 4], [2, 4]], ["c.d", [3], [2]]]']) {
    const { text, starts } = squeezed(`{'missing_keys': set(), 'mismatched_keys': ${list}, 'error_msgs': []}`);
    const [one, ...more] = messages(text, starts);
    assert.deepEqual([one?.status, one?.keys, one?.cut, more], ["mismatched", [{ key: "a.b", detail: "(3, 4) in the file, (2, 4) in the class" }, { key: "c.d", detail: "(3) in the file, (2) in the class" }], false, []]);
  }
});

test("a name may hold anything", () => {
  assert.deepEqual(read("Weights of X not initialized from pretrained model: ['<img src=x onerror=f()>', 'b.bias']")[0]?.[4], ["<imgsrc=xonerror=f()>", "b.bias"]);
});

test("names alone", () => {
  assert.deepEqual(bareKeys("what is cls.predictions.bias, in config.json?")[0]?.keys, [{ key: "cls.predictions.bias", detail: "" }]);
  assert.deepEqual(bareKeys("hello world."), []);
});
