// What the page and the terminal say in the same words: versions, what a report calls a key, what is known of a name.

/** @import { Choice, Group, Item, Rules, Status } from "./types.js" */

import { earlier, filled } from "./judge.js";

const CALLED = { missing: "missing, so newly initialized", unexpected: "in the file but not used", mismatched: "of another shape, so newly initialized", conversion: "not converted", unsaid: "" };
const CALLED_IN_AN_ERROR = { missing: "missing", unexpected: "in the file but not in the class", mismatched: "of another shape", conversion: "not converted", unsaid: "" };
/** @type {Record<string, string>} */
const NOW = { random: "random now", ones: "all ones now", zeros: "all zeros now" };
const IF = { missing: "If it is called missing or newly initialized", unexpected: "If it is called unexpected or not used" };

/**
 * Which versions a message can come from, as a sentence.
 * @param {Group} group
 */
export function eraWords(group) {
  const [first, last] = group.versions;
  if (group.library) return `It is a message of ${group.library === "TF" ? "TensorFlow's" : "Flax's"} classes, so we read it as one of transformers 4 or earlier: 5 has PyTorch's classes alone.`;
  if (first === "0" && !last) return group.items.length ? "The text does not say which version wrote it, so each answer names its versions." : "";
  if (first === last) return `The text names transformers ${first}, so we read it as a message of that version.`;
  if (!last) return `It looks like a message of transformers ${first} or later, so we read it as one.`;
  if (earlier(first ?? "", "2")) return `It looks like a message of pytorch-pretrained-bert ${first} to transformers ${last}, so we read it as one.`;
  return `It looks like a message of transformers ${first} to ${last}, so we read it as one.`;
}

/** @param {string[]} range */
function rangeWords([first, last]) {
  if (first === last) return `transformers ${first}`;
  if (earlier(first ?? "", "2")) return `all versions up to transformers ${last}`;
  return last ? `transformers ${first} to ${last}` : `transformers ${first} and later`;
}

/**
 * The program that an answer offers; "" for a message of another library than PyTorch.
 * @param {Choice} choice
 * @param {Item} item
 * @param {Group} group
 */
export function program({ rule }, item, group) {
  return rule.code && !group.library ? filled(rule.code, item, group.class || "AutoModel") : "";
}

/**
 * Under which versions an answer holds, where there are several; "" where there is one.
 * @param {Choice} choice
 * @param {number} choices
 */
export function whenWords(choice, choices) {
  if (choices < 2) return "";
  return choice.versions.length ? `In ${choice.versions.map(rangeWords).join(", ")}: ` : "In all other versions: ";
}

/**
 * What the report calls so many keys.
 * @param {Status} status
 * @param {number} count
 * @param {Group} group
 */
export function statusWords(status, count, { unsaid, stopped, forms }) {
  if (unsaid) return IF[/** @type {"missing"} */ (status)];
  return `${count.toLocaleString("en")} ${count === 1 ? "key" : "keys"} ${(stopped || forms.includes("trainer") ? CALLED_IN_AN_ERROR : CALLED)[status]}`;
}

/**
 * What is known of a name that stands for `count` keys: layers, module and shape, of what it is an alias.
 * @param {Item} item
 * @param {number} count
 * @param {Rules} rules
 */
export function nameWords({ known, detail, value }, count, rules) {
  const words = [];
  if (count > 1) words.push(`${count} layers`);
  // A task's head has the size that the task wants, and no published file has it.
  if (known?.module) words.push(known.role === "task head" || !known.shape ? known.module : `${known.module}, ${known.shape} in ${rules.families.find(({ name }) => name === known.family)?.published}`);
  if (known?.alias_of) words.push(`alias of ${known.alias_of}`);
  if (detail) words.push(detail);
  if (value) words.push(NOW[value] ?? value);
  return words.join("; ");
}

/**
 * The page of the kind of message that a rule speaks of; "" if it has none.
 * @param {Choice} choice
 * @param {Group} group
 * @param {Rules} rules
 */
export function pageOf({ rule }, group, rules) {
  return rules.kinds.find(({ rules: names, forms }) => names?.includes(rule.name) && (!forms || group.forms.some((form) => forms.includes(form))))?.slug ?? "";
}

/**
 * A sentence in which a family's possessive is spelled as people spell it: RoBERTa's, not Roberta's.
 * @param {string} text
 * @param {Rules} rules
 */
export function titled(text, rules) {
  return text.replace(/\b[A-Z]\w+(?='s)/g, (name) => rules.families.find((family) => family.name === name)?.title ?? name);
}

/**
 * The reason for the whole, as a sentence; "" if there is none.
 * @param {string} short
 * @param {Rules} rules
 */
export function reason(short, rules) {
  return short ? titled(`${short[0]?.toUpperCase()}${short.slice(1)}.`, rules) : "";
}
