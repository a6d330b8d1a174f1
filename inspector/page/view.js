// From an answer to what a reader sees. What a file says goes in as text: nothing of it is ever read as HTML.

/** @import { Named } from "./page_types.js" */
/** @import { ClassFit, Finding, Level, ReportJson } from "./types.js" */

import { plainText, shortLine } from "./plain.js";

const STILL = "Still looking for NaN and infinities … The verdict can still change.";
/** @type {[RegExp, string][]} The report's words are the command's: its options, and what to do here instead. */
const OPTIONS = [
  [/(?<![\w-])--full(?![\w-])/g, "the command’s --full"],
  [/Leave --class out\b/g, "Choose “no class in particular”"],
];

/**
 * An element with attributes, and children that are elements or text.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
export function made(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Text in which `code` stands between backticks. The page has no options: where the text names one, it is said what is meant.
 * @param {string} text
 */
export function prose(text) {
  const said = (/** @type {string} */ part) => OPTIONS.reduce((words, [option, meant]) => words.replace(option, meant), part);
  return plainText(text)
    .split("`")
    .map((part, at) => (at % 2 ? made("code", {}, part) : said(part)));
}

/** @param {Level} level */
function chip(level) {
  return made("span", { class: `inspector-chip inspector-${level}` }, level);
}

/**
 * The two verdicts, and whether they are the last word: what the chosen class finds, and what the files are.
 * @param {ReportJson} report
 * @param {string} name of what was dropped
 * @param {boolean} more whether NaN and infinities are still looked for
 */
export function verdict({ findings, asked, classes, format }, name, more) {
  const ofClass = asked ? findings.slice(0, 1) : [];
  const ofFiles = findings.slice(ofClass.length);
  const worst = ofFiles.find((one) => one.level !== "fine");
  const level = worst?.level ?? "fine";
  const fit = classes.find((one) => one.name === asked);
  // A part that is new is no fault in itself: where it is one, the verdict's own words do not say why.
  const reason = ofClass.flatMap((one) => (fit && one.level !== fit.level ? [" ", ...prose(one.why)] : []));
  const words = fit ? [made("code", {}, fit.name), `: ${plainText(fit.verdict)}.`] : ofClass.flatMap((one) => prose(one.what));
  const lacking = asked ? 0 : classes.filter((one) => one.level === "problem").length;
  const choose = lacking ? [` ${lacking} of ${classes.length} classes ${lacking === 1 ? "has" : "have"} a problem with it: choose yours below.`] : [];
  return [
    ...ofClass.map((one) => made("p", { class: `inspector-verdict inspector-${one.level}`, "data-class": asked, "data-level": one.level }, chip(one.level), made("span", {}, made("strong", {}, ...words), ...reason))),
    made("p", { class: `inspector-verdict inspector-${level}`, "data-level": level }, chip(level), made("span", {}, made("strong", {}, `${headline(ofFiles, level, more)}.`), ...(worst ? [" ", ...prose(worst.what)] : []), ...choose)),
    more ? made("p", { class: "inspector-still" }, STILL) : "",
    made("p", { class: "inspector-source" }, made("strong", {}, plainText(name)), `: ${plainText(format)}.`, more ? "" : " The report is complete."),
  ];
}

/**
 * @param {Finding[]} findings
 * @param {Level} level
 * @param {boolean} more
 */
function headline(findings, level, more) {
  const count = findings.filter((one) => one.level === level).length;
  const soFar = more ? " so far" : "";
  if (level === "problem") return (count === 1 ? "One problem" : `${count} problems`) + soFar;
  if (level === "note") return `No problem${soFar}, ${count === 1 ? "one note" : `${count} notes`}`;
  return more ? "Nothing wrong so far" : "The file is fine";
}

/** @param {ReportJson} report */
export function summaryTable({ summary, parts }) {
  const rows = [...(parts.length ? [["holds", parts.join(", ")]] : []), ...Object.entries(summary)];
  const cell = (/** @type {string[]} */ [label = "", value = ""]) => made("div", label === "holds" ? { class: "inspector-wide" } : {}, made("dt", {}, label), made("dd", {}, plainText(value)));
  return made("dl", { class: "inspector-summary" }, ...rows.map(cell));
}

/**
 * The classes with what each finds, to choose one from.
 * @param {ClassFit[]} classes
 * @param {string} wanted
 * @param {Named} named
 * @param {(name: string) => void} choose
 */
export function classTable(classes, wanted, named, choose) {
  if (classes.length === 0) return "";
  const none = made("label", { class: "inspector-class" }, radio("", wanted, choose), made("span", { class: "inspector-none" }, "no class in particular"));
  const rows = classes.map((one) => {
    const by = one.name === named.name ? [" ", made("span", { class: "inspector-named" }, `named by ${plainText(named.by)}`)] : [];
    const fit = made("span", { class: "inspector-fit" }, chip(one.level), made("span", {}, plainText(one.verdict)));
    return made("label", { class: "inspector-class" }, radio(one.name, wanted, choose), made("span", {}, made("code", {}, one.name), ...by), fit);
  });
  const hint = made("p", { class: "inspector-small" }, "Red on a class that you do not load does not matter.");
  return made("fieldset", { class: "inspector-classes" }, made("legend", {}, "Which class do you want to load?"), hint, made("div", { class: "inspector-choices" }, none, ...rows));
}

/**
 * @param {string} name
 * @param {string} wanted
 * @param {(name: string) => void} choose
 */
function radio(name, wanted, choose) {
  const input = /** @type {HTMLInputElement} */ (made("input", { type: "radio", name: "inspector-class", value: name }));
  input.checked = name === wanted;
  input.addEventListener("change", () => choose(name));
  return input;
}

/**
 * The findings, the worst first; those that are fine behind a fold.
 * @param {ReportJson} report
 * @param {boolean} unfolded
 */
export function findingList({ findings, notes }, unfolded) {
  const open = findings.filter((one) => one.level !== "fine");
  const fine = findings.filter((one) => one.level === "fine");
  const parts = [];
  if (open.length) parts.push(made("ul", { class: "inspector-findings" }, ...open.map(finding)));
  if (notes.length) parts.push(made("ul", { class: "inspector-left" }, ...notes.map((note) => made("li", {}, made("strong", {}, "Left aside: "), plainText(note)))));
  if (fine.length) {
    const list = made("ul", { class: "inspector-findings" }, ...fine.map(finding));
    const fold = made("details", { class: "inspector-fold" }, made("summary", {}, `${fine.length} thing${fine.length === 1 ? " is" : "s are"} fine`), list);
    fold.toggleAttribute("open", unfolded);
    parts.push(fold);
  }
  return parts;
}

/** @param {Finding} one */
function finding({ name, level, what, why, do: advice, page }) {
  const more = page ? [" ", made("a", { href: page, class: "inspector-more" }, "More", made("span", { class: "inspector-unseen" }, ` about ${name.replaceAll("_", " ")}`))] : [];
  const reason = why ? [" ", ...prose(why)] : [];
  const words = made("div", {});
  // What is fine stands in a list of its own, and is short.
  if (level === "fine") words.append(made("p", {}, ...prose(what), ...reason, ...more));
  else words.append(made("p", {}, made("strong", {}, ...prose(what)), ...reason, ...(advice ? [] : more)));
  if (advice) words.append(made("p", {}, made("em", {}, "What to do: "), ...prose(advice), ...more));
  return made("li", { class: `inspector-finding inspector-${level}`, "data-name": name, "data-level": level }, ...(level === "fine" ? [] : [chip(level)]), words);
}

/**
 * Why there is no report.
 * @param {string} words
 * @param {string} name
 * @param {string[]} lines
 */
export function noReport(words, name, lines) {
  const parts = [made("p", { class: "inspector-verdict inspector-problem", "data-level": "unreadable" }, made("strong", {}, `${words}.`))];
  return [...parts, made("p", { class: "inspector-source" }, made("strong", {}, plainText(name))), ...lines.map((line) => made("p", { class: "inspector-line" }, ...prose(shortLine(line))))];
}

/**
 * A button that copies what a function gives.
 * @param {string} label
 * @param {() => string} text
 */
export function copyButton(label, text) {
  const button = made("button", { type: "button", class: "inspector-button" }, label);
  button.addEventListener("click", () => {
    const said = (/** @type {string} */ words) => {
      button.textContent = words;
      setTimeout(() => (button.textContent = label), 2000);
    };
    // Over plain http a browser gives no clipboard.
    if (!navigator.clipboard) return said("Not copied: the page has to come over https");
    navigator.clipboard.writeText(text()).then(
      () => said("Copied"),
      () => said("Not copied: the browser refused"),
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
