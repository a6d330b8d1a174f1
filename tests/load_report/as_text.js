// An answer as text: what the tests read instead of a page's elements.

/** @import { Proof, Words } from "../../docs/assets/load_report/in_words.js" */

const WIDTH = 88;
const MOST_NAMES = 60;

/** The verdict and the lines to type, then class by class what its keys mean. @param {Words} answer */
export function asText(answer) {
  const parts = said(answer.said, "");
  for (const group of answer.classes) {
    parts.push("", paragraph(`${group.class || "The keys"}${group.from ? ` from ${group.from}` : ""}`, ""), ...(group.era ? [paragraph(group.era, "")] : []));
    if (answer.classes.length > 1) parts.push(...said(group.said, ""));
    for (const { lists, answers } of group.keys) {
      for (const { what, names } of lists) {
        parts.push("", paragraph(`${what}:`, "  "));
        parts.push(...names.slice(0, MOST_NAMES).map(({ name, about }) => paragraph(`${name}${about ? `  (${about})` : ""}`, "    ")));
        if (names.length > MOST_NAMES) parts.push(`    and ${names.length - MOST_NAMES} more`);
      }
      for (const one of answers) {
        parts.push(paragraph(`${one.when}${one.means}`, "  = "), paragraph(one.why, "    "));
        if (one.do) parts.push(paragraph(one.do, "    "));
        parts.push(...program(one.code));
        parts.push(...one.claims.map(proofText));
      }
    }
  }
  for (const one of answer.messages) {
    parts.push("", paragraph(one.why, ""));
    parts.push(...one.claims.map(proofText), ...one.sources.map((source) => paragraph(source, "    source: ")));
  }
  return `${parts.join("\n").trimEnd()}\n`;
}

/** @param {Words["said"]} answer @param {string} first */
function said(answer, first) {
  return answer ? [paragraph(`${answer.words}. ${answer.answer}`, first), ...program(answer.code)] : [];
}

/** @param {string} code */
function program(code) {
  return code ? ["", ...code.trimEnd().split("\n").map((line) => shown(`      ${line}`).trimEnd()), ""] : [];
}

/** @param {Proof} proof */
function proofText({ statement, page, versions }) {
  return paragraph(`${statement}${versions ? ` ${versions}` : ""}${page ? ` See ${page}` : ""}`, "    proof: ");
}

/**
 * Lines of a terminal's width.
 * @param {string} text @param {string} first what the first line begins with; the others are indented as far
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

/** Text that moves no cursor, colours nothing and turns no writing direction. @param {string} text */
function shown(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, "\ufffd");
}
