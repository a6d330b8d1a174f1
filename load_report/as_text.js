// From an answer to plain data and to text: what a program or a terminal gets instead of a page's elements.

/** @import { Answer, Bucket, Choice, Group, Item, Rules } from "./types.js" */

import { filled } from "./judge.js";
import { eraWords, nameWords, pageOf, program, reason, statusWords, titled, whenWords } from "./answer_wording.js";

const WIDTH = 88;
const MOST_NAMES = 60;

/** @typedef {{ claim: string, statement: string, page: string, versions: string }} Proof */

/**
 * An answer without functions, maps and references: what `--format json` prints.
 * @param {Answer} answer
 * @param {Rules} rules
 * @param {string} base where the pages are: an address, or a folder of a clone
 */
export function plain(answer, rules, base) {
  const proofs = (/** @type {string[]} */ claims) => claims.map((key) => proof(key, rules, base));
  return {
    schema: 1,
    whole: answer.whole,
    verdict: answer.headline,
    reason: reason(answer.short, rules),
    classes: answer.groups.map((group) => ({
      class: group.class,
      from: group.from,
      era: eraWords(group),
      whole: group.whole,
      verdict: group.headline || (rules.wholes[group.whole] ?? group.whole),
      reason: reason(group.short, rules),
      keys: group.buckets.map((bucket) => ({ lists: lists(bucket, group, rules), answers: bucket.item.choices.map((choice) => chosen(choice, bucket.item, group, rules, proofs)) })),
    })),
    kinds: answer.kinds.map((kind) => ({ slug: kind.slug, why: kind.why, do: kind.do, code: kind.code ?? "", claims: proofs(kind.claims ?? []), sources: kind.sources ?? [] })),
  };
}

/** @typedef {ReturnType<typeof plain>} Plain */

/**
 * @param {string} key
 * @param {Rules} rules
 * @param {string} base
 * @returns {Proof}
 */
function proof(key, rules, base) {
  const claim = rules.claims[key];
  const file = base.includes("://") ? "/" : ".md";
  return { claim: key, statement: claim?.claim ?? "", page: claim?.page ? `${base}${claim.page}${file}` : "", versions: claim?.span ?? "" };
}

/**
 * @param {Bucket} bucket
 * @param {Group} group
 * @param {Rules} rules
 */
function lists(bucket, group, rules) {
  return [...bucket.lists].map(([status, { count, names }]) => ({
    status,
    count,
    what: statusWords(status, count, group),
    names: [...names].map(([name, one]) => ({ name: one.count === 1 ? one.item.key : name, about: nameWords(one.item, one.count, rules) })),
  }));
}

/**
 * @param {Choice} choice
 * @param {Item} item
 * @param {Group} group
 * @param {Rules} rules
 * @param {(claims: string[]) => Proof[]} proofs
 */
function chosen(choice, item, group, rules, proofs) {
  const { rule } = choice;
  return {
    answer: rule.answer,
    kind: pageOf(choice, group, rules),
    when: whenWords(choice, item.choices.length),
    means: rules.answers[rule.answer] ?? rule.answer,
    why: titled(filled(rule.why, item, group.class), rules),
    do: filled(rule.do, item, group.class),
    code: program(choice, item, group),
    claims: proofs(rule.claims),
  };
}

/**
 * The same for a person: the verdict, then class by class what is said of its keys.
 * @param {Plain} answer
 */
export function asText(answer) {
  const parts = [paragraph(`${answer.verdict}. ${answer.reason}`, "")];
  for (const group of answer.classes) {
    parts.push("", paragraph(`${group.class || "The keys"}${group.from ? ` from ${group.from}` : ""}`, ""), ...(group.era ? [paragraph(group.era, "")] : []));
    if (answer.classes.length > 1 && group.reason) parts.push(paragraph(`${group.verdict}. ${group.reason}`, ""));
    for (const { lists, answers } of group.keys) {
      for (const { what, names } of lists) {
        parts.push("", paragraph(`${what}:`, "  "));
        parts.push(...names.slice(0, MOST_NAMES).map(({ name, about }) => paragraph(`${name}${about ? `  (${about})` : ""}`, "    ")));
        if (names.length > MOST_NAMES) parts.push(`    and ${names.length - MOST_NAMES} more`);
      }
      for (const one of answers) {
        parts.push(paragraph(`${one.when}${one.means}`, "  = "), paragraph(one.why, "    "), paragraph(`What to do: ${one.do}`, "    "));
        if (one.code) parts.push("", ...one.code.trimEnd().split("\n").map((line) => shown(`      ${line}`).trimEnd()), "");
        parts.push(...one.claims.map(proofText));
      }
    }
  }
  for (const one of answer.kinds) {
    parts.push("", paragraph(one.why, ""), paragraph(`What to do: ${one.do}`, ""));
    if (one.code) parts.push("", ...one.code.trimEnd().split("\n").map((line) => shown(`      ${line}`).trimEnd()), "");
    parts.push(...one.claims.map(proofText), ...one.sources.map((source) => paragraph(source, "    source: ")));
  }
  return `${parts.join("\n").trimEnd()}\n`;
}

/** @param {Proof} one */
function proofText({ statement, page, versions }) {
  return paragraph(`${statement}${versions ? ` ${versions}` : ""}${page ? ` See ${page}` : ""}`, "    proof: ");
}

/**
 * Lines of a terminal's width.
 * @param {string} text
 * @param {string} first what the first line begins with; the others are indented as far
 */
function paragraph(text, first) {
  const lines = [];
  let line = first;
  for (const word of shown(text).split(" ")) {
    if (line.trim() && line !== first && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = " ".repeat(first.length);
    }
    line += line.endsWith(" ") || !line ? word : ` ${word}`;
  }
  return [...lines, line].map((one) => one.trimEnd()).join("\n");
}

/**
 * Text that moves no cursor, colours nothing and turns no writing direction.
 * @param {string} text
 */
function shown(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, "\ufffd");
}
