import assert from "node:assert/strict";
import { test } from "node:test";

import { answer } from "../../docs/assets/load_report/answer.js";
import { inWords } from "../../docs/assets/load_report/in_words.js";
import { answerFor, earlier } from "../../docs/assets/load_report/judge.js";
import { Names, collapsed, prefixes } from "../../docs/assets/load_report/keys.js";
import { originOf } from "../../docs/assets/load_report/origin.js";
import { asText } from "./as_text.js";
import { RULES, report } from "./rules.js";

/** @param {string} text */
function said(text) {
  const found = answer(text, RULES);
  const rules = found.groups.flatMap((group) => group.items.map((item) => [item.status, item.key, item.choices.map((one) => one.rule.label).join(" or ")]));
  return { whole: found.whole, short: answerFor(found.said, found.origin)?.answer ?? "", code: answerFor(found.said, found.origin)?.code ?? "", rules };
}

/** @param {string} name @param {string[]} keys */
const missing4 = (name, ...keys) => `Some weights of ${name} were not initialized from the model checkpoint at p and are newly initialized: [${keys.map((key) => `'${key}'`).join(", ")}]\n`;
/** @param {string} name @param {string[]} rows */
const table5 = (name, ...rows) => `${name} LOAD REPORT from: p\nKey | Status | \n---+---+-\n${rows.map((row) => `${row} | `).join("\n")}\n\nNotes:\n`;

test("decoder.bias is an alias in a sentence, ignored in a table, and either where nothing tells", () => {
  const key = "cls.predictions.decoder.bias";
  const found = said(missing4("BertForPreTraining", key));
  assert.deepEqual([found.whole, found.rules], ["fine", [["missing", key, "alias"]]]);
  assert.match(found.short, /^No: .*second name/);
  assert.deepEqual(said(table5("BertForMaskedLM", `${key} | MISSING`)).rules, [["missing", key, "ignored"]]);
  assert.equal(said(table5("BertForMaskedLM", `${key} | MISSING`)).whole, "train");
  assert.deepEqual(said(`missing_keys=["${key}"]`).rules, [["missing", key, "ignored or alias"]]);
  assert.equal(said(`missing_keys=["${key}"]`).whole, "unknown");
  assert.equal(said(`- \`transformers\` version: 4.12.5\nmissing_keys=["${key}"]`).whole, "fine");
  assert.equal(said(`"transformers_version": "4.12.5"\nmissing_keys=["${key}"]`).whole, "unknown");
});

test("with its source it is a part of a new head", () => {
  const found = said(table5("BertForMaskedLM", "cls.predictions.decoder.bias | MISSING", "cls.predictions.bias | MISSING", "cls.predictions.transform.dense.weight | MISSING"));
  assert.deepEqual(found.rules.map((one) => one[2]), ["random", "random", "random"]);
});

test("an output bias alone: not used, lost, or not to be told, by version and by what else is missing", () => {
  const [first, second, matrix] = ["cls.predictions.bias", "cls.predictions.decoder.bias", "cls.predictions.transform.dense.weight"];
  const rows = (/** @type {string[]} */ ...keys) => table5("BertForMaskedLM", ...keys.map((key) => `${key} | MISSING`));
  const rules = (/** @type {string} */ text) => answer(text, RULES).groups.flatMap((group) => group.items.map((item) => item.choices.map((one) => one.rule.name).join()));
  for (const [text, whole, names] of /** @type {[string, string, string[]][]} */ ([
    [rows(first), "fine", ["output_bias_not_read"]],
    [rows(first, second), "stop", ["output_bias_lost", "output_bias_lost"]],
    [rows(first, second, matrix), "train", ["pretraining_head_missing", "bias_of_a_new_head", "pretraining_head_missing"]],
    [rows(first, second, "cls.predictions.decoder.weight"), "train", ["pretraining_head_missing", "bias_of_a_new_head", "untied_decoder"]],
    [table5("RobertaForMaskedLM", "lm_head.bias | MISSING"), "fine", ["output_bias_not_read"]],
    [table5("ElectraForMaskedLM", "generator_lm_head.bias | MISSING"), "stop", ["output_bias_missing"]],
    [missing4("BertForMaskedLM", first), "unknown", ["output_bias_under_either_name"]],
    [missing4("BertForPreTraining", first, second), "stop", ["output_bias_lost", "output_bias_lost"]],
    [`transformers==2.3.0\nWeights of BertForMaskedLM not initialized from pretrained model: ['${first}']`, "stop", ["output_bias_of_one_name"]],
    [`${missing4("BertForPreTraining", first, second).split("]")[0]}, ...]`, "stop", ["output_bias_lost", "output_bias_lost"]],
    [missing4("BertCRF", LAYER, first), "stop", ["encoder_missing", "second_name_or_new"]],
  ])) {
    assert.deepEqual([answer(text, RULES).whole, rules(text)], [whole, names], text);
    if (!names.includes("pretraining_head_missing")) assert.doesNotMatch(shown(text), /matrices are random/);
  }
  const corrupted = "This checkpoint seem corrupted. The tied weights mapping for this model specifies to tie cls.predictions.bias to cls.predictions.decoder.bias, but both are absent from the checkpoint, and we could not find another related tied weight for those keys\n";
  for (const text of [rows(first), rows(first, second), corrupted + rows(first, second)]) assert.doesNotMatch(shown(text), /noise|Train the head|not trained|random now/);
  assert.equal(said(corrupted + rows(first, second)).whole, "stop");
  assert.match(said(rows(first, second)).short, /no output bias/);
});

test("a table that lost its lines, bars or spaces is the table that it was", () => {
  const head = "BertForMaskedLM LOAD REPORT from: my-model";
  for (const text of [
    `${head}  Key | Status  cls.predictions.bias | MISSING`,
    `${head}  Key | Status  cls.predictions.bias | MISSING |`,
    `${head}  Key | Status |  cls.predictions.bias | MISSING | `,
    `${head}\nKey | Status\ncls.predictions.bias | MISSING`,
    `${head}\nKey | Status\n--- | ---\ncls.predictions.bias | MISSING\n\nNotes:\n- MISSING:\tthose`,
    `**BertForMaskedLM LOAD REPORT** from: my-model\n\n| Key | Status |\n|---|---|\n| \`cls.predictions.bias\` | **MISSING** |`,
    `${head}\nKey\tStatus\ncls.predictions.bias\tMISSING\n`,
    `${head} Key Status cls.predictions.bias MISSING`,
  ]) {
    const [group, ...more] = answer(text, RULES).groups;
    assert.deepEqual([group?.class, group?.from, said(text).whole, said(text).rules, more], ["BertForMaskedLM", "my-model", "fine", [["missing", "cls.predictions.bias", "unread"]], []], text);
  }
  const one = `${head} Key | Status cls.seq_relationship.bias | UNEXPECTED classifier.bias | MISMATCH | Reinit due to size mismatch - ckpt: torch.Size([2]) vs model:torch.Size([3]) ${LAYER} | MISSING cls.predictions.bias | MISSING Notes: - MISSING: those`;
  assert.deepEqual(said(one).rules.map((row) => row.slice(0, 2)).sort(), [["mismatched", "classifier.bias"], ["missing", LAYER], ["missing", "cls.predictions.bias"], ["unexpected", "cls.seq_relationship.bias"]].sort());
  assert.equal(said(`${head}\nKey | Status\n${LAYER} | MISSI`).whole, "unknown");
  assert.equal(said("three keys of it are MISSING here").rules.length, 0);
});

test("a task's head has no size in a published file, and a pre-training head has", () => {
  const text = shown(missing4("BertForSequenceClassification", "classifier.bias"));
  assert.match(text, /classifier\.bias +\(Linear; all zeros now\)/);
  assert.match(shown(missing4("BertForPreTraining", "cls.seq_relationship.bias")), /\(Linear, \(2,\) in bert-base-uncased; all zeros now\)/);
});

test("an output bias of another size is a layer that did not fit", () => {
  const text = "Some weights of BertForMaskedLM were not initialized from the model checkpoint at p and are newly initialized because the shapes did not match:\n- cls.predictions.bias: found shape torch.Size([30522]) in the checkpoint and torch.Size([100]) in the model instantiated\n";
  assert.deepEqual([said(text).whole, said(text).short], ["train", "No, but the output layer did not fit and is new: load with the file's own configuration to keep it."]);
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

test("of other families only heads are judged, and what may be a second name is not", () => {
  assert.equal(said(table5("GPT2LMHeadModel", "lm_head.weight | MISSING")).whole, "train");
  assert.equal(said(missing4("GPT2LMHeadModel", "lm_head.weight")).whole, "fine");
  assert.equal(said(missing4("ViTForImageClassification", "classifier.weight")).whole, "train");
  assert.equal(said(missing4("XLMRobertaForMaskedLM", "lm_head.decoder.bias")).rules[0]?.[2], "alias");
  assert.equal(said(missing4("LlamaForCausalLM", "lm_head.weight")).whole, "unknown");
  assert.equal(said(missing4("MistralForSequenceClassification", "score.weight")).whole, "train");
  assert.equal(said(missing4("MambaModel", "layers.0.mixer.A_log")).whole, "unknown");
});

test("a head's short name behind a prefix is chance, unless names of the body are there, too", () => {
  const head = ["mask_predictions.classifier.weight | UNEXPECTED", "mask_predictions.classifier.bias | UNEXPECTED", "classifier.weight | MISSING", "classifier.bias | MISSING"];
  assert.deepEqual(new Set(said(table5("DebertaV2ForTokenClassification", ...head)).rules.map((one) => one[2])), new Set(["dropped", "random"]));
  const pairs = ["embeddings.tok.weight", "layers.0.q.weight", "layers.1.q.weight"].flatMap((name) => [`my.model.${name} | UNEXPECTED`, `${name} | MISSING`]);
  assert.deepEqual(new Set(said(table5("MyModel", ...pairs)).rules.map((one) => one[2])), new Set(["mismatch"]));
});

test("TensorFlow's and Flax's names are PyTorch's", () => {
  const slashes = "Some layers from the model checkpoint at p were not used when initializing TFBertModel: ['bert/encoder/layer_._3/attention/self/value/kernel:0']";
  assert.equal(said(slashes).rules[0]?.[1], "bert.encoder.layer.3.attention.self.value.weight");
  const tuples = "Some weights of FlaxBertModel were not initialized from the model checkpoint at p and are newly initialized: {('encoder', 'layer', '6', 'output', 'LayerNorm', 'scale'), ('pooler', 'dense', 'kernel')}";
  assert.deepEqual(said(tuples).rules.map((one) => one[1]), ["encoder.layer.6.output.LayerNorm.weight", "pooler.dense.weight"]);
  assert.equal(said(tuples).whole, "stop");
  assert.equal(said(`${SENTENCE}['classifier', 'dropout_37']`.replace("BertForMaskedLM", "TFBertForSequenceClassification")).whole, "train");
});

test("what Trainer misses is not new", () => {
  const trainer = (/** @type {string[]} */ ...keys) => `There were missing keys in the checkpoint model loaded: [${keys.map((key) => `'${key}'`).join(", ")}].`;
  assert.equal(said(trainer("lm_head.weight")).whole, "fine");
  const norms = [0, 1, 2].flatMap((at) => [`bert.encoder.layer.${at}.output.LayerNorm.weight`, `bert.encoder.layer.${at}.output.LayerNorm.bias`]);
  assert.equal(said(trainer(...norms)).whole, "stop");
  assert.match(said(trainer(...norms)).short, /LayerNorms were not loaded/);
  assert.equal(said(trainer(...norms, LAYER)).whole, "unknown");
  assert.doesNotMatch(shown(trainer(...norms, LAYER)), /not trained|random now/);
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

/** @param {string} name @param {string[]} keys */
const unused4 = (name, ...keys) => `Some weights of the model checkpoint at p were not used when initializing ${name}: [${keys.map((key) => `'${key}'`).join(", ")}]\n`;
const HARMLESS = unused4("BertForMaskedLM", "cls.seq_relationship.weight");
const LAYER = "bert.encoder.layer.0.output.dense.weight";
const SENTENCE = "Some weights of BertForMaskedLM were not initialized from the model checkpoint at p and are newly initialized: ";

test("fine is only what can be read to its end", () => {
  const key = "cls.predictions.decoder.bias";
  for (const list of [`['${key}', ..., '${LAYER}']`, `['${key}', …]`, `['${key}', `, `['${key}`]) {
    assert.deepEqual([said(SENTENCE + list).whole, /cut off/.test(said(SENTENCE + list).short)], ["unknown", true], list);
  }
  for (const list of [`\n- ${LAYER}\n- bert.pooler.dense.bias`, "[", "..."]) assert.equal(said(HARMLESS + SENTENCE + list).whole, "unknown", list);
  for (const list of [`[\`${LAYER}\`]`, `[&#39;${LAYER}&#39;]`, `[\\"${LAYER}\\"]`]) assert.equal(said(HARMLESS + SENTENCE + list).whole, "stop", list);
  for (const end of [SENTENCE.slice(0, -10), SENTENCE.slice(0, 60)]) assert.equal(said(HARMLESS + end).whole, "unknown", end);
  const row = `${LAYER} | `;
  for (const end of [`${row}MISSI`, `${row}MISSI…\n\nNotes:`]) assert.equal(said(table5("BertForMaskedLM", "cls.seq_relationship.weight | UNEXPECTED").split("\n\n")[0] + `\n${end}`).whole, "unknown", end);
  assert.equal(said(HARMLESS).whole, "fine");
  assert.match(said(`${SENTENCE}\n- ${LAYER}`).rules.join(), /bert\.encoder/);
});

test("shapes of the loading info count", () => {
  const info = (/** @type {string} */ shapes) => `{'missing_keys': ['bert.embeddings.position_ids'], 'unexpected_keys': [], 'mismatched_keys': ${shapes}, 'error_msgs': []}`;
  assert.equal(said(info("{('bert.embeddings.word_embeddings.weight', torch.Size([30522, 768]), torch.Size([50000, 768]))}")).whole, "stop");
  assert.equal(said(info("set()")).whole, "fine");
});

test("the messages of two eras are two", () => {
  const found = answer(missing4("BertForPreTraining", "cls.predictions.decoder.bias") + table5("BertForPreTraining", "cls.predictions.decoder.bias | MISSING"), RULES);
  assert.deepEqual(found.groups.map((one) => [one.whole, one.forms]), [["train", ["table"]], ["fine", ["sentence"]]]);
});

test("a version counts where a line begins with it, and only one", () => {
  const [first] = answer(missing4("BertForPreTraining", "cls.predictions.decoder.weight"), RULES).groups.map((one) => one.versions);
  for (const [before, versions] of /** @type {[string, string[] | undefined][]} */ ([
    ["transformers==4.40.1\n", ["4.40.1", "4.40.1"]],
    ["- `transformers` version: 4.40.1\n", ["4.40.1", "4.40.1"]],
    ["torch==2.1.0\ntransformers==4.40.1\nsentence-transformers==3.3.1\n", ["4.40.1", "4.40.1"]],
    ["tokenizers     0.13.3\ntransformers   4.40.1\n", ["4.40.1", "4.40.1"]],
    ["sentence-transformers==3.3.1\n", first],
    ["transformers==3.0.2\ntransformers==4.40.1\n", first],
    ["It was silent with transformers==3.0.2, and now:\n", first],
    ['"transformers_version": "4.40.1"\n', first],
  ])) {
    assert.deepEqual(answer(before + missing4("BertForPreTraining", "cls.predictions.decoder.weight"), RULES).groups[0]?.versions, versions, before);
  }
});

test("TensorFlow's classes from PyTorch's weights", () => {
  const text = (/** @type {string} */ key) => `Some weights or buffers of the TF 2.0 model TFBertForSequenceClassification were not initialized from the PyTorch model and are newly initialized: ['${key}']`;
  assert.equal(said(HARMLESS + text("classifier.weight")).whole, "train");
  assert.equal(said(HARMLESS + text(LAYER)).whole, "stop");
  assert.equal(said(`${HARMLESS}Missing keys: ['${LAYER}']`).whole, "stop");
});

test("an unknown name inside the encoder is not hidden by a new head", () => {
  const strange = "bert.encoder.layer.3.attention.self.distance_embedding.weight";
  const found = said(missing4("BertForSequenceClassification", strange, "classifier.weight"));
  assert.deepEqual([found.whole, /distance_embedding/.test(found.short)], ["unknown", true]);
  // The file's model has relative positions then, and the class has not.
  assert.equal(said(unused4("BertForSequenceClassification", strange) + missing4("BertForSequenceClassification", "classifier.weight")).whole, "stop");
});

test("in somebody's own class the base's names mean what they always mean, and no others", () => {
  assert.equal(said(missing4("BertClassifier", LAYER, "classifier.weight")).whole, "stop");
  assert.deepEqual(said(missing4("BertCRF", "bert.pooler.dense.bias", "classifier.weight", "crf.transitions")).rules.map((one) => one[2]), ["random", "random", "random"]);
  assert.deepEqual(said(missing4("BertCRF", LAYER, "cls.predictions.decoder.bias")).rules.map((one) => one[2]), ["random", "unknown"]);
  assert.equal(said(missing4("BertCRF", "classifier.weight", "crf.transitions")).whole, "train");
  assert.equal(said(missing4("BertCRF", "bert.encoder.layer.0.own.weight", "classifier.weight")).whole, "unknown");
  assert.deepEqual(new Set(said(unused4("BertClassifier", `module.${LAYER}`) + missing4("BertClassifier", LAYER)).rules.map((one) => one[2])), new Set(["mismatch"]));
});

test("an error is no warning", () => {
  const torch = 'RuntimeError: Error(s) in loading state_dict for BertModel:\n\tUnexpected key(s) in state_dict: "embeddings.position_ids". ';
  const raised = "RuntimeError: You set `ignore_mismatched_sizes` to `False`, thus raising an error. For details look at the above report!";
  const mismatch = table5("BertForSequenceClassification", "classifier.weight | MISMATCH");
  assert.equal(said(mismatch).whole, "train");
  for (const text of [torch, mismatch + raised, raised]) {
    assert.equal(said(text).whole, "error");
    assert.equal(answer(text, RULES).known.length, text === raised ? 1 : 0); // rules answer the keys, where there are any
  }
  assert.match(said(torch).short, /position_ids/);
  assert.match(said(mismatch + raised).short, /number of labels/);
  assert.equal(answer(mismatch + raised, RULES).groups.length, 1);
  assert.equal(said(torch.replace("Unexpected", "Missing").replace("embeddings.position_ids", "encoder.layer.0.output.dense.weight")).whole, "error");
});

/** @param {string} text what a reader sees of its keys, and of its lines of code */
function shown(text) {
  return asText(inWords(answer(text, RULES), RULES, ""));
}

/** @param {string} name @param {string[]} lines */
const torch = (name, ...lines) => `RuntimeError: Error(s) in loading state_dict for ${name}:\n${lines.map((line) => `\t${line}. \n`).join("")}`;

test("an error's keys are not newly initialized, and nothing is said of a model that is not there", () => {
  const layer = "encoder.layer.0.output.dense.weight";
  for (const [text, rule] of /** @type {[string, string][]} */ ([
    [torch("BertModel", `Missing key(s) in state_dict: "${layer}"`), "refused_missing"],
    [torch("BertModel", `Unexpected key(s) in state_dict: "crf.transitions"`), "refused_unexpected"],
    [torch("BertModel", 'Unexpected key(s) in state_dict: "embeddings.position_ids"'), "refused_buffer"],
    [torch("BertModel", `Missing key(s) in state_dict: "${layer}"`, `Unexpected key(s) in state_dict: "module.${layer}"`), "refused_under_another_name"],
    [torch("BertForMaskedLM", 'Missing key(s) in state_dict: "cls.predictions.decoder.bias"'), "refused_second_name"],
    [torch("BertForMaskedLM", 'Missing key(s) in state_dict: "cls.predictions.decoder.bias", "cls.predictions.bias"'), "refused_alias"],
    [torch("BertForSequenceClassification", "size mismatch for classifier.weight: copying a param with shape torch.Size([3, 4]) from checkpoint, the shape in current model is torch.Size([2, 4])"), "refused_head"],
  ])) {
    const rules = answer(text, RULES).groups.flatMap((group) => group.items.flatMap((item) => item.choices.map((one) => one.rule.name)));
    assert.ok(rules.includes(rule), `${rule}: ${rules}`);
    assert.equal(said(text).whole, "error");
    assert.doesNotMatch(shown(text), /newly initialized|(?:file but|are) not used|encoder is random/, rule);
  }
});

test("files of 2018: gamma and beta are one answer for all tensors, and its lines rename them", () => {
  const spelled = (/** @type {string} */ words) => ["embeddings", "encoder.layer.0.output", "encoder.layer.1.output"].flatMap((one) => words.split(" ").map((word) => `"${one}.LayerNorm.${word}"`)).join(", ");
  const text = torch("BertModel", `Missing key(s) in state_dict: ${spelled("weight bias")}`, `Unexpected key(s) in state_dict: ${spelled("gamma beta")}`);
  assert.deepEqual(answer(text, RULES).groups.map((group) => group.buckets.length), [1]);
  assert.match(shown(text), /replace\("LayerNorm\.gamma", "LayerNorm\.weight"\)/);
  const prefixed = unused4("BertForMaskedLM", "model.embeddings.LayerNorm.gamma", "model.encoder.layer.0.output.LayerNorm.beta") + missing4("BertForMaskedLM", "bert.embeddings.LayerNorm.weight", "bert.encoder.layer.0.output.LayerNorm.bias");
  assert.deepEqual(answer(prefixed, RULES).groups.map((group) => group.buckets.length), [1]);
  assert.match(shown(prefixed), /old, new = "model\.", "bert\."/);
});

test("half a report is not fine where the other half must name a new head", () => {
  for (const [name, key] of [
    ["BertForSequenceClassification", "cls.predictions.bias"],
    ["BertForTokenClassification", "cls.seq_relationship.weight"],
    ["AlbertForSequenceClassification", "predictions.dense.weight"],
    ["DistilBertForQuestionAnswering", "vocab_transform.weight"],
    ["BertForQuestionAnswering", "classifier.weight"],
    ["BertForMaskedLM", "classifier.weight"],
    ["BertForPreTraining", "qa_outputs.weight"],
  ]) {
    assert.equal(said(unused4(name ?? "", key ?? "")).whole, "train", name);
    assert.equal(said(unused4(name ?? "", key ?? "") + `All the weights of ${name} were initialized from the model checkpoint at p.\nIf your task`).whole, "fine", name);
    assert.equal(said(table5(name ?? "", `${key} | UNEXPECTED`).replace("Notes:", "Notes:\n- UNEXPECTED: can be ignored")).whole, "fine", name);
    for (const part of [table5(name ?? "", `${key} | UNEXPECTED`).split("\n\n")[0] ?? "", table5(name ?? "", `${key} | UNEXPECTED`).replace("Notes:", "Notes:\n- UNEXPECTED: can be ignored\n- MISSING: those")]) assert.equal(said(part).whole, "train", part);
  }
  for (const [name, key] of [["BertModel", "cls.seq_relationship.bias"], ["DistilBertModel", "vocab_transform.weight"], ["BertModel", "embeddings.position_ids"], ["BertForMaskedLM", "cls.seq_relationship.weight"]]) assert.equal(said(unused4(name ?? "", key ?? "")).whole, "fine", name);
  // A file with an MLM head alone may have no pooler, and rows without head and notes may be some of many.
  for (const [name, key] of [["BertModel", "cls.predictions.bias"], ["RobertaModel", "lm_head.bias"]]) assert.equal(said(unused4(name ?? "", key ?? "")).whole, "unknown", name);
  assert.equal(said("cls.predictions.bias | UNEXPECTED |").whole, "unknown");
  assert.deepEqual([said(unused4("BertCRF", "bert.pooler.dense.bias")).whole, said(unused4("BertCRF", "cls.predictions.bias")).whole], ["unknown", "unknown"]);
});

test("a class of somebody's own is judged by its keys, and no class is said not to be the library's", () => {
  for (const [key, whole] of [["classifier.weight", "train"], ["cls.predictions.bias", "unknown"], ["start_outputs.weight", "train"]]) {
    const text = missing4("MyTagger", key ?? "");
    assert.equal(said(text).whole, whole, key);
    assert.doesNotMatch(shown(text), /of the library's classes|this is none of them|AutoModel/);
  }
  assert.match(shown(missing4("MyTagger", "cls.predictions.bias")), /from your_code import MyTagger/);
});

test("what PEFT has wrapped is in the file, under its names", () => {
  const inner = "bert.encoder.layer.0.attention.self.query";
  const file = [`base_model.model.${inner}.base_layer.weight`, `base_model.model.${inner}.lora_A.default.weight`, "base_model.model.classifier.modules_to_save.default.weight", "base_model.model.classifier.original_module.weight", "base_model.model.bert.pooler.dense.bias"];
  const text = unused4("BertForSequenceClassification", ...file) + missing4("BertForSequenceClassification", `${inner}.weight`, "classifier.weight", "bert.pooler.dense.bias");
  const found = said(text);
  assert.equal(found.whole, "stop");
  assert.deepEqual(found.rules.map((one) => one[2]), ["mismatch", "ignored", "mismatch", "ignored", "mismatch", "mismatch", "mismatch", "mismatch"]);
  assert.doesNotMatch(shown(text).replace(/\s+/g, " "), /not in the file|no such tensor/);
  assert.match(shown(text), /merge_and_unload/);
});

test("ELECTRA's unused projection is no loss, and a missing one is", () => {
  assert.equal(said(unused4("ElectraModel", "electra.embeddings_project.weight", "electra.embeddings_project.bias")).whole, "fine");
  assert.equal(said(missing4("ElectraModel", "electra.embeddings_project.weight")).whole, "stop");
});

test("a head under another name is a head, not the encoder", () => {
  const found = said(unused4("BertForSequenceClassification", "model.classifier.weight") + missing4("BertForSequenceClassification", "classifier.weight"));
  assert.deepEqual([found.whole, found.short, new Set(found.rules.map((one) => one[2]))], ["stop", "Yes: a head was not loaded, because the file has the prefix `model.` where the class has no prefix, so rename it.", new Set(["mismatch"])]);
  assert.equal(said(unused4("BertForMaskedLM", `model.${LAYER}`, "model.cls.predictions.bias") + missing4("BertForMaskedLM", LAYER, "cls.predictions.bias")).whole, "stop");
});

test("an alias of what did not fit is new", () => {
  const shapes = "Some weights of BertForPreTraining were not initialized from the model checkpoint at p and are newly initialized because the shapes did not match:\n- cls.predictions.bias: found shape torch.Size([30522]) in the checkpoint and torch.Size([100]) in the model instantiated\n";
  const found = said(missing4("BertForPreTraining", "cls.predictions.decoder.bias") + shapes);
  assert.deepEqual([found.whole, found.rules.map((one) => one[2])], ["train", ["random", "random"]]);
});

test("nothing, and a text without a key", () => {
  assert.equal(answer(" \n", RULES).empty, true);
  assert.match(said("My checkpoint prints a warning").short, /names no key/);
});

test("a text that is not about loading is told so", () => {
  for (const text of ["KeyError: 'input_ids'", "RuntimeError: CUDA error: device-side assert triggered", "How do I fine-tune BERT for NER?"]) {
    assert.match(said(text).short, /not a message about loading/, text);
    assert.equal(inWords(answer(text, RULES), RULES, "").elsewhere, true, text);
  }
  for (const text of ["were newly initialized", "the checkpoint", "KeyError: 'classifier.weight'", HARMLESS]) assert.ok(!answer(text, RULES).elsewhere, text);
});

test("a report in a JSON string has its own lines, and a path keeps its backslash", () => {
  const text = table5("BertForMaskedLM", `${LAYER} | UNEXPECTED`, `${LAYER.slice(5)} | MISSING`);
  const inString = JSON.stringify({ log: text });
  for (const one of [inString, JSON.stringify(inString)]) assert.deepEqual(said(one).rules, said(text).rules, one);
  const path = "C:\\models\\new\\bert";
  assert.equal(answer(missing4("BertForMaskedLM", LAYER).replace("at p and", `at ${path} and`), RULES).groups[0]?.from, path);
});

test("the path tells where a file comes from, and the reader says it better", () => {
  const text = (/** @type {string} */ path) => missing4("BertForSequenceClassification", "classifier.weight").replace("at p and", `at ${path} and`);
  for (const path of ["bert-base-uncased", "google-bert/bert-base-multilingual-cased", "me/bert-base-uncased", "BAAI/bge-m3", "/data/bert-base-uncased/", "../model/BAAI/bge-large-zh-v1.5", "./0_Transformer", "C:\\pretrained\\mine", ""]) assert.deepEqual([originOf(path), said(text(path)).whole], ["pretrained", "train"], path);
  for (const path of ["./outputs/checkpoint-500", "results/", "me/bert-base-uncased-finetuned-mrpc", "/data/sentiment", "C:\\models\\mine", "../mine/best"]) assert.deepEqual([originOf(path), said(text(path)).whole], ["own", "stop"], path);
  const asked = answer(text("bert-base-uncased"), RULES, "own");
  assert.deepEqual([asked.whole, asked.origin, asked.said.map(({ pill }) => pill)], ["stop", "own", ["train", "stop"]]);
  assert.deepEqual(inWords(answer(text("./mine"), RULES, "pretrained"), RULES, "").said?.words, "Train it");
  assert.equal(answer(table5("BertModel", "pooler.dense.weight | MISSING"), RULES).said.length, 1); // nothing to ask
});

test("the lines to type are for the class and the path of the message", () => {
  const text = (/** @type {string} */ name, /** @type {string} */ path) => said(missing4(name, "classifier.weight").replace("at p and", `at ${path} and`)).code;
  assert.match(text("RobertaForTokenClassification", "./runs/2"), /import RobertaForTokenClassification\n[^]*"\.\/runs\/2"/);
  assert.match(text("BertCRF", "bert-base-uncased"), /from your_code import BertCRF\n/);
  for (const path of ['"); import os; os.system("x', "…"]) assert.match(text("BertForSequenceClassification", path), /"your-model"/);
  assert.match(text("BertForSequenceClassification", "C:\\a b\\mine"), /"C:\/a b\/mine"/);
});

test("no class is told to leave out a pooler that it always has", () => {
  for (const [name, code] of /** @type {[string, boolean][]} */ ([["BertModel", true], ["BertForSequenceClassification", false], ["DebertaV2Model", false], ["ErnieModel", false]])) {
    assert.equal(/add_pooling_layer/.test(said(missing4(name, "pooler.dense.weight")).code), code, name);
  }
});

test("DataParallel's prefix is spoken of only where it stands in the message", () => {
  const lines = (/** @type {string} */ before) => torch("BertModel", `Unexpected key(s) in state_dict: "${before}encoder.layer.0.output.dense.weight"`);
  assert.match(shown(lines("module.")), /DataParallel/);
  const size = torch("BertForSequenceClassification", "size mismatch for classifier.weight: copying a param with shape torch.Size([3, 4]) from checkpoint, the shape in current model is torch.Size([2, 4])");
  for (const text of [lines("own."), size, torch("BertModel", `Missing key(s) in state_dict: "${LAYER}", "bert.embeddings.word_embeddings.weight"`), missing4("BertForSequenceClassification", "classifier.weight")]) {
    // Claims, which prove it, may speak of more.
    const rules = answer(text, RULES).groups.flatMap(({ items }) => items.flatMap(({ choices }) => choices.map(({ rule }) => rule.why + (rule.do ?? ""))));
    assert.doesNotMatch(rules.join(), /DataParallel|module\./, text);
  }
});

test("an empty shape is DeepSpeed's, on either side, and no sizes help", () => {
  const error = (/** @type {string} */ file, /** @type {string} */ own) => torch("BertModel", `size mismatch for pooler.dense.weight: copying a param with shape torch.Size([${file}]) from checkpoint, the shape in current model is torch.Size([${own}])`);
  const rules = (/** @type {string} */ text) => answer(text, RULES).groups.flatMap(({ items }) => items.map(({ choices: [one] }) => one?.rule.name));
  assert.deepEqual(rules(error("0", "4, 4")), ["refused_empty"]);
  assert.deepEqual(rules(error("4, 4", "0")), ["refused_partitioned"]);
  assert.deepEqual(rules(error("0", "0")), ["refused_mismatched"]);
  const row = "pooler.dense.weight | MISMATCH | Reinit due to size mismatch - ckpt: torch.Size([0]) vs model:torch.Size([4, 4])";
  assert.equal(said(table5("BertModel", row)).whole, "stop");
  assert.match(said(table5("BertModel", row)).short, /empty shell/);
});

test("a head that PEFT's wrapper did not read is in the file: nothing is to be trained", () => {
  for (const head of ["score", "classifier", "qa_outputs"]) {
    for (const [file, own] of [[`${head}.weight`, `${head}.modules_to_save.default.weight`], [`base_model.model.${head}.weight`, `base_model.model.${head}.modules_to_save.default.weight`]]) {
      const rows = `${file} | UNEXPECTED |\n${own} | MISSING |`;
      assert.equal(said(rows).whole, "stop", rows);
      assert.match(said(rows).short, /your trained weights were not loaded/, rows);
      assert.match(shown(rows), /PeftModel\.from_pretrained/);
      assert.doesNotMatch(shown(rows), /import AutoModel\b|Train the head before/);
      assert.match(shown(torch("PeftModel", `Missing key(s) in state_dict: "${own}"`, `Unexpected key(s) in state_dict: "${file}"`)), /PeftModel\.from_pretrained/);
    }
  }
});

test("of a class of another family no known family's names are borrowed", () => {
  const layer = "encoder.layer.0.attention.self.query.weight";
  for (const family of ["Ernie", "ConvBert", "MobileBert", "RoFormer", "RemBert", "Data2VecText", "Nystromformer", "RobertaPreLayerNorm", "LayoutLMv3"]) {
    const found = answer(table5(`${family}ForSequenceClassification`, `${family.toLowerCase()}.${layer} | MISSING`, "classifier.weight | MISSING"), RULES);
    assert.equal(found.whole, "unknown", family);
    assert.equal(said(table5(`${family}ForSequenceClassification`, "classifier.weight | MISSING")).whole, "train", family);
  }
  const speech = missing4("Wav2Vec2ForCTC", "lm_head.weight", "lm_head.bias");
  assert.equal(said(speech).whole, "train");
  assert.doesNotMatch(shown(speech), /roberta|50265|alias/i);
});

test("what a file has more is fine only where it is known", () => {
  const whole = (/** @type {string} */ key) => said(`${table5("BertModel", `${key} | UNEXPECTED`)}- UNEXPECTED: can be ignored`).whole;
  assert.equal(whole("cls.seq_relationship.bias"), "fine");
  assert.deepEqual(["linear.weight", "1.linear.weight", "my_adapter.scale"].map(whole), ["unknown", "unknown", "unknown"]);
  assert.deepEqual(["distance_embedding.weight", "query.lora_A", "query.lora_B"].map((end) => whole(`encoder.layer.0.attention.self.${end}`)), ["stop", "stop", "stop"]);
});

test("thousands of reports with a path each take no longer than their length", () => {
  const time = (/** @type {number} */ count) => {
    const text = Array.from({ length: count }, (_, at) => `B LOAD REPORT from: p${at}\nKey|Status\na.b|MISSING\n`).join("");
    const before = process.cpuUsage();
    answer(text, RULES);
    return process.cpuUsage(before).user;
  };
  time(500);
  assert.ok(time(8000) < 12 * time(2000) + 1e5); // it was sixteen times as long, and more
});

test("every rule can be reached by its name and has its claims", () => {
  for (const rule of RULES.rules) for (const key of rule.proof) assert.ok(RULES.claims[key]?.page, `${rule.name}: ${key}`);
});

test("small things", () => {
  assert.ok(earlier("4.9.2", "4.10.0") && !earlier("5.0.0", "4.57.6") && !earlier("4.1", "4.1.0"));
  assert.equal(collapsed("bert.encoder.layer.{0, 1}.output.dense.weight"), "bert.encoder.layer.N.output.dense.weight");
  assert.deepEqual(["BertModel", "DistilBertForMaskedLM", "BertGenerationDecoder", "AutoModel", "TFBertModel"].map((name) => new Names(RULES).familyOf(name)), ["Bert", "DistilBert", null, "", "Bert"]);
  assert.deepEqual(prefixes("model.encoder.x", "bert.encoder.x"), ["model.", "bert."]);
});

test("a text that says more than was read is not fine", () => {
  const fine = unused4("BertModel", "cls.seq_relationship.bias");
  assert.equal(said(fine).whole, "fine");
  for (const rest of ["Some", "Some wei", "Some weights of Bert", "Some weights of DistilBertForQu...", "app-1: are newly initialized: ['bert.enc", "You should probably TRAIN this model on a down-stream task"]) {
    assert.equal(said(`${fine}\n${rest}`).whole, "unknown", rest);
    if (!rest.startsWith("Some")) assert.equal(said(`${rest}\n${fine}`).whole, "unknown", rest);
  }
});

test("an error that names the whole body is about the body, and one of PEFT's names about the adapter", () => {
  const error = (/** @type {string[]} */ ...keys) => `RuntimeError: Error(s) in loading state_dict for BertModel:\n\tMissing key(s) in state_dict: ${keys.map((key) => `"${key}"`).join(", ")}.`;
  const body = error("embeddings.position_ids", "embeddings.word_embeddings.weight", LAYER.replace("bert.", ""));
  assert.equal(said(body).whole, "error");
  assert.match(said(body).short, /neither embeddings nor layers/);
  const wrapped = error("base_model.model.model.layers.0.self_attn.q_proj.weight", "base_model.model.model.layers.0.self_attn.rotary_emb.inv_freq");
  assert.match(said(wrapped).short, /PEFT's names/);
});

test("what Trainer finds nothing of was not loaded", () => {
  const keys = ["co_target", "lm.bert.embeddings.word_embeddings.weight", "lm.bert.encoder.layer.0.output.dense.bias"];
  const text = `There were missing keys in the checkpoint model loaded: [${keys.map((key) => `'${key}'`).join(", ")}].`;
  assert.equal(said(text).whole, "stop");
  assert.match(said(text).short, /nothing of them was loaded/);
});

test("one program for all LayerNorms, behind prefixes of any depth", () => {
  const norms = (/** @type {string} */ before, /** @type {string[]} */ ...ends) => [0, 1, 2].flatMap((at) => ends.map((end) => `"${before}encoder.layer.${at}.output.LayerNorm.${end}"`)).join(", ");
  for (const before of ["", "a.b.c.d.e.f.g.h.i.j.bert."]) {
    const text = `Error(s) in loading state_dict for BertModel:\n Missing key(s) in state_dict: ${norms("", "weight", "bias")}.\n Unexpected key(s) in state_dict: ${norms(before, "gamma", "beta")}.`;
    const [group, ...more] = answer(text, RULES).groups;
    assert.deepEqual([group?.whole, group?.buckets.length, group?.buckets[0]?.lists.size, more], ["error", 1, 2, []], before);
    assert.ok(shown(text).includes(`old, new = "${before}", ""`), before);
  }
});

test("a path keeps its blanks, wherever the text was wrapped", () => {
  const path = "/home/me/my best model/run 3 (a+b)";
  for (const text of [missing4("BertForMaskedLM", LAYER).replace("at p and", `at ${path} and`), table5("BertForMaskedLM", `${LAYER} | MISSING`).replace("from: p", `from: ${path}`)]) {
    for (const one of [text, text.replace("best ", "best \n")]) assert.equal(answer(one, RULES).groups[0]?.from, path, one);
  }
});

test("of a text longer than a million characters nothing is called fine", () => {
  const long = HARMLESS + " ".repeat(1e6);
  assert.deepEqual([said(HARMLESS).whole, said(long).whole], ["fine", "unknown"]);
  assert.match(said(long).short, /Only the first 1,000,000 characters were read/);
  assert.equal(said(SENTENCE + `['${LAYER}']` + " ".repeat(1e6)).whole, "stop");
});

test("a tie that the message calls broken is what its own message says, unless a key means worse", () => {
  const apart = "The tied weights mapping and config for this model specifies to tie a.b.weight to c.weight, but both are present in the checkpoints with different values, so we will NOT tie them.\n";
  const fine = table5("BertForMaskedLM", "cls.seq_relationship.bias | UNEXPECTED");
  for (const text of [apart, apart + fine]) assert.deepEqual(answer(text, RULES).known.map(({ slug }) => slug), ["we-will-not-tie-them"]);
  assert.equal(said(apart + table5("BertForMaskedLM", `${LAYER} | MISSING`)).whole, "stop");
});

test("how much of a body is lost", () => {
  const layers = ["attention.self.query", "attention.self.value", "attention.output.dense", "intermediate.dense", "output.dense"];
  const rows = (/** @type {number | string} */ layer) => layers.map((name) => `encoder.layer.${layer}.${name}.weight | MISSING`);
  const words = "embeddings.word_embeddings.weight | MISSING";
  for (const [found, lost] of /** @type {[string[], string][]} */ ([
    [[words, ...rows("{0...11}")], "your encoder is random"],
    [rows("{0...11}"), "a part of the model is random"],
    [[words, ...rows(11)], "a part of the model is random"],
    [["encoder.layer.3.output.LayerNorm.weight | MISSING"], "a part of the model is lost"],
  ])) assert.ok(said(table5("BertModel", ...found)).short.startsWith(`Yes: ${lost}`), found.join());
});
