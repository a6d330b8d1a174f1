import assert from "node:assert/strict";
import { test } from "node:test";

import { answer } from "../answer.js";
import { earlier } from "../judge.js";
import { collapsed, familyOf, prefixes } from "../keys.js";
import { RULES, report } from "./rules.js";

/** @param {string} text */
function said(text) {
  const found = answer(text, RULES);
  const rules = found.groups.flatMap((group) => group.items.map((item) => [item.status, item.key, item.choices.map((one) => one.rule.answer).join(" or ")]));
  return { whole: found.whole, short: found.short, rules };
}

/** @param {string} name @param {string[]} keys */
const missing4 = (name, ...keys) => `Some weights of ${name} were not initialized from the model checkpoint at p and are newly initialized: [${keys.map((key) => `'${key}'`).join(", ")}]\n`;
/** @param {string} name @param {string[]} rows */
const table5 = (name, ...rows) => `${name} LOAD REPORT from: p\nKey | Status | \n---+---+-\n${rows.map((row) => `${row} | `).join("\n")}\n\nNotes:\n`;

test("decoder.bias is an alias in a sentence, ignored in a table, and either where nothing tells", () => {
  const key = "cls.predictions.decoder.bias";
  assert.deepEqual(said(missing4("BertForPreTraining", key)), {
    whole: "fine",
    short: `\`${key}\` is another name of \`cls.predictions.bias\`, which was loaded`,
    rules: [["missing", key, "alias"]],
  });
  assert.deepEqual(said(table5("BertForMaskedLM", `${key} | MISSING`)).rules, [["missing", key, "ignored"]]);
  assert.equal(said(table5("BertForMaskedLM", `${key} | MISSING`)).whole, "train");
  assert.deepEqual(said(`Missing key(s) in state_dict: "${key}".`).rules, [["missing", key, "ignored or alias"]]);
  assert.equal(said(`Missing key(s) in state_dict: "${key}".`).whole, "unknown");
  assert.equal(said(`- \`transformers\` version: 4.12.5\nMissing key(s) in state_dict: "${key}".`).whole, "fine");
  assert.equal(said(`"transformers_version": "4.12.5"\nMissing key(s) in state_dict: "${key}".`).whole, "unknown");
});

test("with its source it is a part of a new head", () => {
  const found = said(table5("BertForMaskedLM", "cls.predictions.decoder.bias | MISSING", "cls.predictions.bias | MISSING"));
  assert.deepEqual(found.rules.map((one) => one[2]), ["random", "random"]);
});

test("the same names under another prefix", () => {
  for (const [file, own, name] of [
    ["model.encoder.layer.0.output.dense.weight", "bert.encoder.layer.0.output.dense.weight", "BertForMaskedLM"],
    ["module.bert.encoder.layer.0.output.dense.weight", "bert.encoder.layer.0.output.dense.weight", "BertForMaskedLM"],
    ["bert.bert.encoder.layer.0.output.dense.weight", "bert.encoder.layer.0.output.dense.weight", "BertForMaskedLM"],
    ["embeddings.LayerNorm.gamma", "bert.embeddings.LayerNorm.weight", "BertForMaskedLM"],
    ["x.y.transformer.layer.0.ffn.lin1.bias", "transformer.layer.0.ffn.lin1.bias", "DistilBertModel"],
  ]) {
    const found = said(table5(name ?? "", `${file} | UNEXPECTED`, `${own} | MISSING`));
    assert.equal(found.whole, "stop", file);
    assert.deepEqual(new Set(found.rules.map((one) => one[2])), new Set(["mismatch"]), file);
  }
});

test("a file of another family is no prefix to strip", () => {
  const found = answer(table5("BertModel", "roberta.encoder.layer.0.output.dense.weight | UNEXPECTED", "encoder.layer.0.output.dense.weight | MISSING"), RULES);
  assert.equal(found.whole, "stop");
  assert.deepEqual(new Set(found.groups.flatMap((one) => one.items.flatMap((item) => item.choices.map(({ rule }) => rule.name)))), new Set(["renamed_from_another_family"]));
});

test("other families are unknown", () => {
  assert.equal(said(table5("GPT2LMHeadModel", "lm_head.weight | MISSING")).whole, "unknown");
  assert.equal(said(missing4("ViTForImageClassification", "classifier.weight")).whole, "unknown");
  assert.equal(said(missing4("XLMRobertaForMaskedLM", "lm_head.bias")).rules[0]?.[2], "unknown");
});

test("several classes: the worst comes first", () => {
  const found = answer(missing4("BertForPreTraining", "cls.predictions.decoder.bias") + missing4("BertForSequenceClassification", "classifier.bias"), RULES);
  assert.deepEqual(found.groups.map((one) => [one.class, one.whole]), [
    ["BertForSequenceClassification", "train"],
    ["BertForPreTraining", "fine"],
  ]);
});

test("a report of each era is read whole", () => {
  const wholes = (/** @type {string} */ set) => report(set).split(/^--- /m).slice(1).map((part) => answer(part, RULES).whole);
  assert.deepEqual(wholes("pytorch_pretrained_bert_0_6_2"), ["unknown", "fine", "stop", "stop"]);
  assert.deepEqual(wholes("transformers_4_8_2"), ["fine", "fine", "train", "train"]);
  assert.deepEqual(wholes("transformers_5_23_0"), ["unknown", "fine", "train", "train"]);
});

test("nothing, and a text without a key", () => {
  assert.equal(answer(" \n", RULES).empty, true);
  assert.match(answer("hello", RULES).short, /names no key/);
});

test("every rule can be reached by its name and has its claims", () => {
  for (const rule of RULES.rules) for (const key of rule.claims) assert.ok(RULES.claims[key]?.page, `${rule.name}: ${key}`);
});

test("small things", () => {
  assert.ok(earlier("4.9.2", "4.10.0") && !earlier("5.0.0", "4.57.6") && !earlier("4.1", "4.1.0"));
  assert.equal(collapsed("bert.encoder.layer.{0, 1}.output.dense.weight"), "bert.encoder.layer.N.output.dense.weight");
  assert.deepEqual(["BertModel", "DistilBertForMaskedLM", "BertGenerationDecoder", "AutoModel", "TFBertModel"].map(familyOf), ["Bert", "DistilBert", null, "", "Bert"]);
  assert.deepEqual(prefixes("model.encoder.x", "bert.encoder.x"), ["model.", "bert."]);
});
