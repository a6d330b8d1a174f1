// What the class that the reader names would find.

import { code, listed } from "./messages.js";

/** @typedef {import("./context.js").CheckContext} CheckContext */
/** @typedef {import("./types.js").ClassFit} ClassFit */
/** @typedef {import("./types.js").Finding} Finding */

const AUTO = "AutoModel";
/** @type {Map<string, string>} As some families call them. */
const OTHERS = new Map([["ForCausalLM", "LMHeadModel"], ["ForSeq2SeqLM", "ForConditionalGeneration"]]);
/** @type {Record<import("./types.js").Level, string>} */
const BY_LEVEL = { fine: "class_asked_fits", note: "class_asked_note", problem: "class_asked_lacks" };

/**
 * What the named class finds, and what is said of it.
 * @param {CheckContext} context
 * @param {ClassFit[]} classes
 * @param {string} asked
 * @returns {{ fit: ClassFit | undefined, first: Finding }}
 */
export function checkAsked(context, classes, asked) {
  const names = classNames(context, asked);
  const fit = classes.find((one) => names.includes(one.name));
  if (fit && context.unsaid.length) {
    return { fit, first: context.say("class_asked_unsure", { class_name: code(fit.name), fields: listed(context.unsaid, 9) }) };
  }
  const isNew = fit?.level === "note" && fit.missing.length > 0;
  if (fit) return { fit, first: context.say(isNew ? "class_asked_new" : BY_LEVEL[fit.level], { class_name: code(fit.name), verdict: fit.verdict }) };
  const known = listed(classes.map((one) => one.name), 20);
  const name = names.length ? "class_not_judged" : "class_auto_not_judged";
  const said = context.config.modelType ? code(context.config.modelType) : "nothing";
  return { fit, first: context.say(classes.length ? name : "class_not_judged_at_all", { class_name: code(asked), known, said }) };
}

/**
 * The class, or those that an Auto class stands for in this family.
 * @param {CheckContext} context
 * @param {string} asked
 */
function classNames(context, asked) {
  if (!asked.startsWith(AUTO)) return [asked];
  const family = context.file.family;
  if (family && context.config.namesOf !== family.type) return []; // it goes by model_type
  const ending = asked.slice(AUTO.length);
  return [ending, OTHERS.get(ending) ?? ending].map((one) => context.classPrefix + (one || "Model"));
}
