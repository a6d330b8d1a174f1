// A report as Markdown for an issue: what `--format markdown` prints.

/** @import { ReportJson } from "./types.js" */

import { plainText } from "./plain.js";

const MARKDOWN = /[\\`*_{}[\]#|!~^$<>&]/g;
const HTML = /[<>&"'|*_`[\]{}]/g;

/**
 * @param {ReportJson} report
 * @param {string} source what the reader gave
 */
export function asMarkdown(report, source) {
  const lines = [`**${md(source)}**: ${md(report.format)}`, "", "| | |", "| --- | --- |"];
  for (const [label, value] of Object.entries(report.summary)) lines.push(`| ${label} | ${md(value)} |`);
  if (report.parts.length) lines.push(`| holds | ${report.parts.join(", ")} |`);
  if (report.classes.length) {
    lines.push("", "| load it as | | |", "| --- | --- | --- |");
    for (const one of report.classes) lines.push(`| \`${one.name}\` | ${one.level} | ${one.verdict} |`);
  }
  lines.push("", "| | found | do |", "| --- | --- | --- |");
  for (const one of report.findings) {
    const why = one.why && one.level !== "fine" ? ` ${coded(one.why)}` : "";
    const see = one.page ? ` [More](${one.page})` : "";
    lines.push(`| ${one.level} | ${coded(one.what)}${why}${see} | ${coded(one.do)} |`);
  }
  lines.push("", ...report.notes.map((note) => `- ${md(note)}`), "", closing(report));
  return `${lines.join("\n").replaceAll("\n\n\n", "\n\n")}\n`;
}

/**
 * How many findings of each level there are, and how closely the report looked.
 * @param {ReportJson} report
 */
export function closing({ findings, full }) {
  const [problems = 0, notes = 0, fine = 0] = ["problem", "note", "fine"].map((level) => findings.filter((one) => one.level === level).length);
  const how = full ? "Every number that this tool can read was read." : "Sampled rows were read; --full reads every number.";
  return `${problems} problem${problems === 1 ? "" : "s"}, ${notes} note${notes === 1 ? "" : "s"}, ${fine} fine. ${how}`;
}

/** @param {string} letter */
function entity(letter) {
  return `&#${letter.charCodeAt(0)};`;
}

/** @param {unknown} text */
function md(text) {
  return plainText(text).replace(MARKDOWN, entity);
}

/**
 * Stretches between backticks as code, the rest escaped. A bar would end the table's cell also in code.
 * @param {string} text
 */
function coded(text) {
  const parts = plainText(text).split("`");
  return parts.map((part, at) => (at % 2 ? `<code>${part.replace(HTML, entity)}</code>` : part.replace(MARKDOWN, entity))).join("");
}
