// From an answer to what a reader sees. What a file says goes in as text: nothing of it is ever read as HTML.

/** @import { ClassFit, Finding, Level, Report } from "./types.js" */

import { element } from "../shared.js";

const MAX_LINE = 600;
const INVISIBLE = /[\p{C}\p{Z}]/gu;
const EXAMPLE = "An example, until you drop your own:";
/** @type {[RegExp, string][]} The report speaks of the command's options; what they are called here. */
const OPTIONS = [
  [/(?<![\w-])--full(?![\w-])/g, "the command’s --full"],
  [/Leave --class out\b/g, "Choose “no class in particular”"],
];

/**
 * Text of a file as one line that moves no cursor and turns no writing direction.
 * @param {unknown} text
 */
function visible(text) {
  return String(text).replace(INVISIBLE, (letter) => (letter === " " ? letter : `\\u{${letter.codePointAt(0)?.toString(16)}}`));
}

/**
 * Text in which stretches between backticks are code.
 * @param {string} text
 */
function prose(text) {
  const translated = (/** @type {string} */ part) => OPTIONS.reduce((words, [option, here]) => words.replace(option, here), part);
  return visible(text)
    .split("`")
    .map((part, at) => (at % 2 ? element("code", {}, part) : translated(part)));
}

/** @param {Level} level */
function chip(level) {
  return element("span", { class: `inspector-chip inspector-${level}` }, level);
}

/**
 * The verdicts: first whether the files are complete, and for which class; then whether the files themselves are sound.
 * @param {Report} report
 * @param {boolean} isExample
 */
export function verdict(report, isExample) {
  const { findings, asked, format, source } = report;
  const ofFiles = findings.slice(asked ? 1 : 0);
  const worst = ofFiles.find((one) => one.level !== "fine");
  const level = worst?.level ?? "fine";
  const count = ofFiles.filter((one) => one.level === level).length;
  return [
    isExample ? element("p", { class: "inspector-small" }, EXAMPLE) : "",
    completeness(report),
    element("p", { class: `inspector-verdict inspector-${level}`, "data-level": level }, chip(level), element("span", {}, element("strong", {}, `${soundness(level, count)}.`), ...(worst ? [" ", ...prose(worst.what)] : []))),
    element("p", { class: "inspector-source" }, element("strong", {}, visible(source)), `: ${visible(format)}.`),
  ];
}

/**
 * Whether the files are complete for the class that was asked about, or else for which classes they are.
 * @param {Report} report
 */
function completeness({ asked, classes, findings, source }) {
  const name = visible(source.split("/").at(-1));
  const fit = classes.find((one) => one.name === asked);
  if (!asked) {
    if (classes.length === 0) return "";
    const complete = classes.filter((one) => one.verdict.startsWith("all there"));
    const listed = complete.flatMap((one, at) => [at ? ", " : "", element("code", {}, one.name)]);
    const words = listed.length ? [`${name} is complete for `, ...listed, "."] : [`${name} is complete for no class of its family.`];
    const others = classes.length - complete.length;
    const more = others ? ` ${others} other class${others === 1 ? "" : "es"} would get something new: choose yours below.` : "";
    return element("p", { class: "inspector-verdict" }, element("span", {}, element("strong", {}, ...words), more));
  }
  const [first] = findings;
  const { level, what, why } = /** @type {Finding} */ (first);
  const [, condition] = /^all there(.*)$/.exec(fit?.verdict ?? "") ?? [];
  const code = element("code", {}, fit?.name ?? asked);
  const words = condition !== undefined ? [`${name} is complete for `, code, `${visible(condition)}.`] : fit ? [`${name} for `, code, `: ${visible(fit.verdict)}.`] : prose(what);
  // A part that is new is no fault in itself: where it is one, the class's own verdict does not say why.
  const reason = fit && level !== fit.level ? [" ", ...prose(why)] : [];
  return element("p", { class: `inspector-verdict inspector-${level}`, "data-class": asked, "data-level": level }, chip(level), element("span", {}, element("strong", {}, ...words), ...reason));
}

/**
 * @param {Level} level of the worst findings
 * @param {number} count how many of these there are
 */
function soundness(level, count) {
  if (level === "problem") return count === 1 ? "One problem with the files" : `${count} problems with the files`;
  return level === "note" ? `No problem with the files, ${count === 1 ? "one note" : `${count} notes`}` : "The files are sound";
}

/** @param {Report} report */
export function summaryTable({ summary, parts }) {
  const rows = [...(parts.length ? [["holds", parts.join(", ")]] : []), ...Object.entries(summary)];
  const cell = (/** @type {string[]} */ [label = "", value = ""]) => element("div", label === "holds" ? { class: "inspector-wide" } : {}, element("dt", {}, label), element("dd", {}, visible(value)));
  return element("dl", { class: "inspector-summary" }, ...rows.map(cell));
}

/**
 * The classes with what each finds, to choose one from; with null there is nothing to choose, as in the example.
 * @param {ClassFit[]} classes
 * @param {string} wanted
 * @param {{ name: string, by: string }} named the class that the configuration names, and that file
 * @param {((name: string) => void) | null} choose
 */
export function classTable(classes, wanted, named, choose) {
  if (classes.length === 0) return "";
  const none = element("label", { class: "inspector-class" }, radio("", wanted, choose), element("span", { class: "inspector-none" }, "no class in particular"));
  const rows = classes.map((one) => {
    const by = one.name === named.name ? [" ", element("span", { class: "inspector-named" }, `named by ${visible(named.by)}`)] : [];
    const fit = element("span", { class: "inspector-fit" }, chip(one.level), element("span", {}, visible(one.verdict)));
    return element("label", { class: "inspector-class" }, radio(one.name, wanted, choose), element("span", {}, element("code", {}, one.name), ...by), fit);
  });
  const hint = element("p", { class: "inspector-small" }, "Red on a class that you do not load does not matter.");
  return element("fieldset", { class: "inspector-classes" }, element("legend", {}, "Which class do you want to load?"), hint, element("div", { class: "inspector-choices" }, none, ...rows));
}

/**
 * @param {string} name
 * @param {string} wanted
 * @param {((name: string) => void) | null} choose
 */
function radio(name, wanted, choose) {
  const input = /** @type {HTMLInputElement} */ (element("input", { type: "radio", name: "inspector-class", value: name }));
  input.checked = name === wanted;
  input.disabled = !choose;
  input.addEventListener("change", () => choose?.(name));
  return input;
}

/**
 * The findings, the worst first; those that are fine behind a fold.
 * @param {Report} report
 * @param {boolean} unfolded
 */
export function findingList({ findings, notes }, unfolded) {
  const open = findings.filter((one) => one.level !== "fine");
  const fine = findings.filter((one) => one.level === "fine");
  const parts = [];
  if (open.length) parts.push(element("ul", { class: "inspector-findings" }, ...open.map(finding)));
  if (notes.length) parts.push(element("ul", { class: "inspector-left" }, ...notes.map((note) => element("li", {}, element("strong", {}, "Left aside: "), visible(note)))));
  if (fine.length) {
    const list = element("ul", { class: "inspector-findings" }, ...fine.map(finding));
    const fold = element("details", { class: "inspector-fold" }, element("summary", {}, `${fine.length} thing${fine.length === 1 ? " is" : "s are"} fine`), list);
    fold.toggleAttribute("open", unfolded);
    parts.push(fold);
  }
  return parts;
}

/** @param {Finding} one */
function finding({ name, level, what, why, do: advice, page }) {
  const more = page ? [" ", element("a", { href: page, class: "inspector-more" }, "More", element("span", { class: "inspector-unseen" }, ` about ${name.replaceAll("_", " ")}`))] : [];
  const reason = why ? [" ", ...prose(why)] : [];
  const words = element("div", {});
  // What is fine stands in a list of its own, and is short.
  if (level === "fine") words.append(element("p", {}, ...prose(what), ...reason, ...more));
  else words.append(element("p", {}, element("strong", {}, ...prose(what)), ...reason, ...(advice ? [] : more)));
  if (advice) words.append(element("p", {}, element("em", {}, "What to do: "), ...prose(advice), ...more));
  return element("li", { class: `inspector-finding inspector-${level}`, "data-name": name, "data-level": level }, ...(level === "fine" ? [] : [chip(level)]), words);
}

/**
 * Why there is no report.
 * @param {string} words
 * @param {string} name
 * @param {string[]} lines
 */
export function noReport(words, name, lines) {
  const short = (/** @type {string} */ line) => (line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 150)} … ${line.slice(-150)}`);
  return [
    element("p", { class: "inspector-verdict inspector-problem", "data-level": "unreadable" }, element("strong", {}, `${words}.`)),
    element("p", { class: "inspector-source" }, element("strong", {}, visible(name))),
    ...lines.map((line) => element("p", { class: "inspector-line" }, ...prose(short(line)))),
  ];
}

/**
 * A button that copies a text.
 * @param {string} label
 * @param {string} text
 */
export function copyButton(label, text) {
  const button = element("button", { type: "button", class: "inspector-button" }, label);
  button.addEventListener("click", () => {
    const tell = (/** @type {string} */ words) => {
      button.textContent = words;
      setTimeout(() => (button.textContent = label), 2000);
    };
    // Over plain http a browser gives no clipboard.
    if (!navigator.clipboard) return tell("Not copied: the page has to come over https");
    navigator.clipboard.writeText(text).then(
      () => tell("Copied"),
      () => tell("Not copied: the browser refused"),
    );
  });
  return button;
}

/**
 * Bytes as people say them.
 * @param {number} bytes
 */
export function inBytes(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** at;
  return `${at ? value.toFixed(value < 10 ? 1 : 0) : value} ${units[at]}`;
}
