// What kind of checkpoint it is: an adapter, a SentenceTransformer. (Numbers that are not there: only TensorFlow's.)

import { isTrue } from "./beside.js";
import { isInteger } from "./configuration.js";
import { Code, code, joined, listed } from "./messages.js";

/** @typedef {import("./context.js").CheckContext} CheckContext */

/**
 * The modules of a SentenceTransformer.
 * @param {CheckContext} context
 */
export function checkForm(context) {
  const { modules } = context.header;
  return modules.length ? [context.say("sentence_transformer", { modules: new Code(joined(modules.map(code), ", ")) })] : [];
}

/**
 * What an adapter changes, and the layers that it holds whole.
 * @param {CheckContext} context
 */
export function checkAdapter(context) {
  const about = context.header.adapter;
  if (!about) return [];
  const found = [context.say(about.get("peft_type") === "LORA" ? "adapter_of_lora" : "adapter_of", adapterOf(about))];
  const names = asNames(about.get("modules_to_save"));
  const asked = listed(names);
  const saved = [...context.header.tensors.keys()].filter((one) => !context.messages.adapter.test(one));
  if (saved.length && about.get("peft_type") === "LORA") {
    const name = names.length ? "adapter_saves" : "adapter_saves_unasked";
    found.push(context.say(name, { asked, count: saved.length, examples: listed(saved) }));
  } else if (names.length && !saved.length) found.push(context.say("adapter_saves_nothing", { asked }));
  return found;
}

/** @param {Map<string, unknown>} about */
function adapterOf(about) {
  const [kind, rank, base] = ["peft_type", "r", "base_model_name_or_path"].map((key) => about.get(key));
  const targets = asNames(about.get("target_modules"));
  const words = [typeof kind === "string" ? code(kind).text : "of a kind that its configuration does not name"];
  if (isInteger(rank)) words.push(`rank ${rank}${isTrue(about.get("rank_pattern")) ? " with exceptions" : ""}`);
  if (targets.length) words.push(`for ${listed(targets).text}`);
  const said = typeof base === "string" && base ? code(base) : new Code("a model that its configuration does not name");
  return { words: new Code(words.join(", ")), base: said };
}

/**
 * @param {unknown} value
 * @returns {string[]}
 */
function asNames(value) {
  const names = typeof value === "string" ? [value] : value;
  return Array.isArray(names) ? [...new Set(names.filter((one) => typeof one === "string"))] : [];
}
