import assert from "node:assert/strict";
import { test } from "node:test";

import { cleaned, squeezed } from "../../docs/assets/load_report/clean.js";

const LINE = "Some weights of X were not used";

for (const before of [
  "",
  "> > ",
  "2024-05-06 07:08:09,123 - WARNING - transformers.modeling_utils - ",
  "02/10/2020 12:00:00 - INFO - transformers.modeling_utils -   ",
  "[2024-05-06T07:08:09.123Z] ",
  "07:08:09 | ",
  "INFO:pytorch_pretrained_bert.modeling:",
  "[WARNING|modeling_utils.py:1146] 2021-09-23 15:12:33,123 >> ",
  "W0506 07:08:09.123456 140 modeling_utils.py:99] ",
  "[transformers] ",
  "[rank0]: ",
  "(RayTrainWorker pid=123, ip=10.0.0.1) ",
  "stderr | WARNING: ",
  "2024-05-01T10:00:00.123456789Z stderr F ",
  "web-1  | ",
  "# ",
  "// ",
  "│ ",
  "\x1b[33m",
  "Loading weights: 100%|██████████| 103/103 [00:00<00:00, 2021.51it/s, Materializing param=pooler.dense.weight]",
]) {
  test(`what stands before a line is taken off: ${JSON.stringify(before)}`, () => {
    assert.equal(cleaned(before + LINE).trim(), LINE);
  });
}

test("colours go, also where only their numbers were copied", () => {
  assert.equal(cleaned("\x1b[1mBertModel\x1b[0m \x1b[38;5;208mUNEXPECTED\x1b[0m"), "BertModel UNEXPECTED");
  assert.equal(cleaned("[33mMISSING[0m"), "MISSING");
});

test("marks of direction, controls and halves of characters do no harm", () => {
  assert.equal(cleaned("a\u202eb\u200fc\u0000d\ud800e"), "abcd\ufffde");
});

test("a row's number goes, and a name's own stays", () => {
  assert.equal(cleaned("12. encoder.layer.0.x.bias | MISSING |"), "encoder.layer.0.x.bias | MISSING |");
  assert.equal(cleaned("0.auto_model.x.bias MISSING"), "0.auto_model.x.bias|MISSING");
});

test("curly quotes are quotes", () => assert.equal(cleaned("[‘a.b’, “c.d”]"), "['a.b', \"c.d\"]"));

test("quotes of a page's source and of a JSON string are quotes, and three dots one sign or three", () => {
  assert.equal(cleaned(String.raw`[&#39;a.b&#39;, &quot;c.d&quot;, \"e.f\", …]`), `['a.b', "c.d", "e.f", ...]`);
});

test("it does not matter where a line was wrapped", () => {
  const whole = "Some weights of BertModel: ['pooler.dense.bias']";
  for (let width = 1; width < whole.length; width += 1) {
    const wrapped = whole.replace(new RegExp(`.{${width}}`, "g"), "$&\r\n");
    assert.equal(squeezed(wrapped).text, whole.replaceAll(" ", ""));
  }
});

test("a line after prose starts anew, a line after a piece of a name need not", () => {
  assert.deepEqual(squeezed("some prose\nbert.pooler.den\nse.bias").starts, [0, 9]);
});
