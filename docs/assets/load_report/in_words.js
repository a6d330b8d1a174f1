// An answer in words: plain data, which a page shows, a terminal prints and a program reads.

/** @import { Answer, Bucket, Choice, Group, Item, Rules, Status } from "./types.js" */

import { answerFor, answersOf, earlier, filled, saidOf } from "./judge.js";

/** @type {Record<Status, string>} */
const CALLED = { missing: "missing, so newly initialized", unexpected: "in the file but not used", mismatched: "of another shape, so newly initialized", conversion: "not converted", unsaid: "" };
/** @type {Record<Status, string>} */
const CALLED_IN_AN_ERROR = { ...CALLED, missing: "missing", unexpected: "in the file but not in the class", mismatched: "of another shape" };
/** @type {Partial<Record<Status, string>>} */
const IF = { missing: "If it is called missing or newly initialized", unexpected: "If it is called unexpected or not used" };
/** @type {Record<string, string>} */
const NOW = { random: "random now", ones: "all ones now", zeros: "all zeros now" };

/** @typedef {ReturnType<typeof inWords>} Words */
/** @typedef {ReturnType<typeof proof>} Proof */

/**
 * An answer without functions, maps and references: what `--format json` prints.
 * @param {Answer} answer @param {Rules} rules
 * @param {string} base where the pages are: an address, or a folder of a clone
 */
export function inWords(answer, rules, base) {
  const proofs = (/** @type {string[]} */ claims) => claims.map((claim) => proof(claim, rules, base));
  const slugOf = (/** @type {string} */ name) => rules.messages.find((one) => one.name === name)?.slug ?? "";
  const inFull = (/** @type {Answer["said"]} */ said) => said.map((one) => ({ ...one, words: rules.pills[one.pill] ?? "", answer: titled(one.answer, rules) }));
  const said = inFull(answer.said);
  return {
    whole: answer.whole,
    said: answerFor(said, answer.origin) ?? null,
    /** Two if the answer differs by where the file comes from: then the box asks. */
    answers: said,
    origin: answer.origin,
    message: slugOf(answer.message),
    elsewhere: answer.elsewhere ?? false,
    classes: answer.groups.map((group) => ({
      class: group.class,
      from: group.from,
      era: era(group),
      whole: group.whole,
      said: answerFor(inFull(group.said), group.origin) ?? null,
      keys: group.buckets.map((bucket) => ({
        lists: lists(bucket, group, rules),
        answers: bucket.item.choices.map((choice) => ({ ...choiceInWords(choice, bucket.item, group, rules), claims: proofs(choice.rule.proof) })),
      })),
    })),
    messages: answer.known.map(({ slug, why, answers, more = [], sources = [] }) => ({ slug, why: why.text, sources, claims: proofs([...new Set([...answers.flatMap(({ proof = [] }) => proof), ...why.proof, ...more])]) })),
  };
}

/** @param {string} key @param {Rules} rules @param {string} base */
function proof(key, rules, base) {
  const claim = rules.claims[key];
  const ending = base.includes("://") ? "/" : ".md";
  return { claim: key, statement: claim?.claim ?? "", page: claim?.page ? `${base}${claim.page}${ending}` : "", versions: claim?.span ?? "" };
}

/** A bucket's names by what the report calls them. @param {Bucket} bucket @param {Group} group @param {Rules} rules */
function lists(bucket, { unsaid, stopped, forms }, rules) {
  const called = stopped || forms.includes("trainer") ? CALLED_IN_AN_ERROR : CALLED;
  return [...bucket.lists].map(([status, { count, names }]) => ({
    status,
    count,
    what: unsaid ? (IF[status] ?? "") : `${count.toLocaleString("en")} ${count === 1 ? "key" : "keys"} ${called[status]}`,
    names: [...names].map(([name, { item, count }]) => ({ name: count === 1 ? item.key : name, about: about(item, count, rules) })),
  }));
}

/** @param {Choice} choice @param {Item} item @param {Group} group @param {Rules} rules */
function choiceInWords({ rule, versions }, item, group, rules) {
  const when = versions.length ? `In ${versions.map(range).join(", ")}: ` : "In all other versions: ";
  return {
    label: rule.label,
    message: rules.messages.find(({ name }) => name === rule.message)?.slug ?? "",
    when: item.choices.length > 1 ? when : "",
    means: rules.labels[rule.label] ?? rule.label,
    why: titled(filled(rule.why, item, group.class), rules),
    do: filled(rule.do ?? "", item, group.class),
    code: answerFor(saidOf(answersOf(rule, rules), item, group, [item], rules), group.origin)?.code ?? "",
  };
}

/** Which versions a message can come from, as a sentence. @param {Group} group */
function era({ library, versions: [first = "", last = ""], items }) {
  if (library) return `It is a message of ${library === "TF" ? "TensorFlow's" : "Flax's"} classes, so we read it as one of transformers 4 or earlier: 5 has PyTorch's classes alone.`;
  if (first === "0" && !last) return items.length ? "The text does not say which version wrote it, so each answer names its versions." : "";
  if (first === last) return `The text names transformers ${first}, so we read it as a message of that version.`;
  if (!last) return `It looks like a message of transformers ${first} or later, so we read it as one.`;
  if (earlier(first, "2")) return `It looks like a message of pytorch-pretrained-bert ${first} to transformers ${last}, so we read it as one.`;
  return `It looks like a message of transformers ${first} to ${last}, so we read it as one.`;
}

/** @param {string[]} versions */
function range([first = "", last = ""]) {
  if (first === last) return `transformers ${first}`;
  if (earlier(first, "2")) return `all versions up to transformers ${last}`;
  return last ? `transformers ${first} to ${last}` : `transformers ${first} and later`;
}

/**
 * What is known of a name that is that of `count` keys: layers, module and shape, of what it is an alias.
 * @param {Item} item @param {number} count @param {Rules} rules
 */
function about({ known, detail, value }, count, rules) {
  const words = [];
  if (count > 1) words.push(`${count} layers`);
  // A task's head has the size that the task wants, and no published file has it.
  const shape = known?.role === "task head" || !known?.shape ? "" : `, ${known.shape} in ${rules.families.find(({ name }) => name === known.family)?.published}`;
  if (known?.module) words.push(`${known.module}${shape}`);
  if (known?.alias_of) words.push(`alias of ${known.alias_of}`);
  if (detail) words.push(detail);
  if (value) words.push(NOW[value] ?? value);
  return words.join("; ");
}

/**
 * A sentence in which a family's possessive is spelled as people spell it: RoBERTa's, not Roberta's.
 * @param {string} text @param {Rules} rules
 */
function titled(text, rules) {
  return text.replace(/\b[A-Z]\w+(?='s)/g, (name) => rules.families.find((family) => family.name === name)?.title ?? name);
}
