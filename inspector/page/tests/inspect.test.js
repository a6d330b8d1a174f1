import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { inspect, linkTo } from "../inspect.js";
import { shortLine } from "../plain.js";
import { blobSource } from "../source.js";

const ROOT = new URL("../../../", import.meta.url);
/** @type {import("../types.js").Data} */
const DATA = {
  names: JSON.parse(readFileSync(new URL("docs/artifacts/families/names.json", ROOT), "utf8")),
  messages: { findings: {}, same_names: {}, left_aside: [], optional: [], one_output: [], adapter: "^lora$", scales: "^scale$" },
};
// A word for each finding: the texts are compared with the command's elsewhere.
DATA.messages.findings = new Proxy({}, { get: (_, name) => ({ level: name === "not_finite" ? "problem" : "fine", what: String(name) }) });

/** @param {string} path @param {...(Uint8Array<ArrayBuffer> | string)} parts */
const dropped = (path, ...parts) => blobSource(path, new Blob(parts));

/** @param {Record<string, unknown>} header @param {number} size @param {number} [byte] */
function weights(header, size, byte = 0) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(0, text.length, true);
  return [length, text, new Uint8Array(size).fill(byte)];
}

const ONE = { a: { dtype: "F32", shape: [2], data_offsets: [0, 8] } };

test("a line that nobody would read to its end is shown without its middle", () => {
  assert.equal(shortLine("a".repeat(600)), "a".repeat(600));
  assert.equal(shortLine(`${"a".repeat(450)}${"b".repeat(10 ** 6)}${"c".repeat(150)}`), `${"a".repeat(450)} … ${"c".repeat(150)}`);
});

/** @param {import("../types.js").Outcome} outcome */
const names = (outcome) => ("report" in outcome ? outcome.report.findings.map((one) => one.name) : [JSON.stringify(outcome)]);

test("one file, several, or a folder: what is meant is found", async () => {
  const file = dropped("my.safetensors", ...weights(ONE, 8));
  assert.deepEqual(names(await inspect([file], DATA)).slice(0, 2), ["family_unknown", "config_absent"]);
  const config = dropped("config.json", '{"model_type": "bert"}');
  assert.deepEqual(names(await inspect([config, file], DATA)).slice(0, 1), ["family_not_there"]);
  const folder = await inspect([config, file], DATA, { chosen: "", given: "mine" });
  assert.match(names(folder)[0] ?? "", /mine: no model\.safetensors.*; to read my\.safetensors, give its path/);
  assert.match(names(await inspect([config], DATA))[0] ?? "", /config\.json: a configuration, not weights/);
  assert.match(names(await inspect([], DATA))[0] ?? "", /this folder: no model\.safetensors/);
});

test("where no class is named, the configuration's is, if it is judged", async () => {
  const file = dropped("model.safetensors", new Uint8Array(readFileSync(new URL("checkpoints/pydoc-bert/model.safetensors", ROOT))));
  /** @param {string} named @param {string} [wanted] */
  const asked = async (named, wanted) => {
    const config = dropped("config.json", JSON.stringify({ model_type: "bert", architectures: [named] }));
    const outcome = await inspect([config, file], DATA, wanted === undefined ? {} : { wanted });
    return "report" in outcome && [outcome.report.asked, outcome.report.classes[0]?.name];
  };
  assert.deepEqual(await asked("BertForMaskedLM"), ["BertForMaskedLM", "BertForMaskedLM"]);
  assert.deepEqual(await asked("BertForMaskedLM", ""), ["", "BertModel"]);
  assert.deepEqual(await asked("BertForMaskedLM", "BertForPreTraining"), ["BertForPreTraining", "BertForPreTraining"]);
  assert.deepEqual(await asked("MyOwnBert"), ["", "BertModel"]);
});

test("numbers are seen, of half a precision too", async () => {
  for (const dtype of ["F16", "BF16", "F32", "F64"]) {
    const bytes = { F16: 2, BF16: 2, F32: 4, F64: 8 }[dtype] ?? 0;
    const header = { a: { dtype, shape: [8 / bytes], data_offsets: [0, 8] } };
    const found = await inspect([dropped("x.safetensors", ...weights(header, 8, 0xff))], DATA);
    assert.ok(names(found).includes("not_finite"), dtype);
    assert.ok(!names(await inspect([dropped("x.safetensors", ...weights(header, 8, 1))], DATA)).includes("not_finite"), dtype);
  }
});

test("what the page does not read it leaves to the command", async () => {
  const packed = await inspect([dropped("x.tar.gz", Uint8Array.of(0x1f, 0x8b, 8))], DATA);
  assert.match(names(packed)[0] ?? "", /needs_command.*x\.tar\.gz is packed with gzip/);
  const index = await inspect([dropped("bert_model.ckpt.index", "abc")], DATA);
  assert.match(names(index)[0] ?? "", /needs_command.*bert_model\.ckpt\.index is TensorFlow's/);
  assert.match(names(await inspect([dropped("x.safetensors", "")], DATA, { full: true }))[0] ?? "", /needs_command/);
});

test("of a file of 40 GB, a header and a few rows are read", async () => {
  const [rows, width] = [10_000_000, 1000];
  const [length, text] = weights({ w: { dtype: "F32", shape: [rows, width], data_offsets: [0, rows * width * 4] } }, 0);
  const head = new Uint8Array([...(length ?? []), ...(text ?? [])]);
  let [total, largest] = [0, 0];
  const source = {
    path: "large.safetensors",
    size: head.length + rows * width * 4,
    read: async (/** @type {number} */ offset, /** @type {number} */ count) => {
      total += count;
      largest = Math.max(largest, count);
      const bytes = new Uint8Array(count);
      bytes.set(head.subarray(offset, offset + count));
      return bytes;
    },
  };
  assert.ok(names(await inspect([source], DATA)).includes("finite"));
  assert.ok(total < 2 ** 20, `${total} bytes were read`);
  assert.ok(largest <= 2 ** 14, `${largest} bytes were read at once`);
});

test("a page's address is a folder on a site, and a file in a clone", () => {
  assert.equal(linkTo("c/x.md#y", "docs/"), "docs/c/x.md#y");
  assert.equal(linkTo("c/x.md#y", "https://a.b/"), "https://a.b/c/x/#y");
  assert.equal(linkTo("tying/index.md", "https://a.b/"), "https://a.b/tying/");
});
