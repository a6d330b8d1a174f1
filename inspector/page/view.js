// From an answer to what a reader sees. What a file says goes in as text: nothing of it is ever read as HTML.

/** @import { ClassFit, Finding, Level, ReportJson } from "./types.js" */

import { plainText } from "./plain.js";

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
 * Text in which `code` stands between backticks.
 * @param {string} text
 */
export function prose(text) {
  return plainText(text)
    .split("`")
    .map((part, at) => (at % 2 ? made("code", {}, part) : part));
}

/** @param {Level} level */
function chip(level) {
  return made("span", { class: `inspector-chip inspector-${level}` }, level);
}

/**
 * The two verdicts: what the class that one wants finds, if one is chosen, and what the files are.
 * @param {ReportJson} report
 * @param {string} name of what was dropped
 */
export function verdict({ findings, asked, classes, format }, name) {
  const ofClass = asked ? findings.slice(0, 1) : [];
  const ofFiles = findings.slice(ofClass.length);
  const worst = ofFiles.find((one) => one.level !== "fine");
  const level = worst?.level ?? "fine";
  const lacking = asked ? 0 : classes.filter((one) => one.level === "problem").length;
  const choose = lacking ? [` ${lacking} of ${classes.length} classes ${lacking === 1 ? "has" : "have"} a problem with it: choose yours below.`] : [];
  return [
    ...ofClass.map((one) => made("p", { class: `inspector-verdict inspector-${one.level}`, "data-class": asked, "data-level": one.level }, chip(one.level), " ", ...prose(one.what))),
    made("p", { class: `inspector-verdict inspector-${level}`, "data-level": level }, made("strong", {}, `${headline(ofFiles, level)}.`), ...(worst ? [" ", ...prose(worst.what)] : []), ...choose),
    made("p", { class: "inspector-source" }, made("strong", {}, plainText(name)), `: ${plainText(format)}`),
  ];
}

/**
 * @param {Finding[]} findings
 * @param {Level} level
 */
function headline(findings, level) {
  const count = findings.filter((one) => one.level === level).length;
  if (level === "problem") return count === 1 ? "One problem" : `${count} problems`;
  if (level === "note") return `No problem, ${count === 1 ? "one note" : `${count} notes`}`;
  return "The file is fine";
}

/** @param {ReportJson} report */
export function summaryTable({ summary, parts }) {
  const rows = [...(parts.length ? [["holds", parts.join(", ")]] : []), ...Object.entries(summary)];
  return made("dl", { class: "inspector-summary" }, ...rows.map(([label = "", value = ""]) => made("div", {}, made("dt", {}, label), made("dd", {}, plainText(value)))));
}

/**
 * The classes with what each finds, to choose one from.
 * @param {ClassFit[]} classes
 * @param {string} wanted
 * @param {(name: string) => void} choose
 */
export function classTable(classes, wanted, choose) {
  if (classes.length === 0) return "";
  const none = made("label", { class: "inspector-class" }, radio("", wanted, choose), made("span", {}, "no class in particular"));
  const rows = classes.map((one) => made("label", { class: "inspector-class" }, radio(one.name, wanted, choose), made("code", {}, one.name), made("span", { class: "inspector-fit" }, chip(one.level), ` ${plainText(one.verdict)}`)));
  return made("fieldset", { class: "inspector-classes" }, made("legend", {}, "Which class do you want to load?"), none, ...rows);
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
 */
export function findingList({ findings, notes }) {
  const open = findings.filter((one) => one.level !== "fine");
  const fine = findings.filter((one) => one.level === "fine");
  const parts = [];
  if (open.length) parts.push(made("ul", { class: "inspector-findings" }, ...open.map(finding)));
  if (notes.length) parts.push(made("ul", { class: "inspector-left" }, ...notes.map((note) => made("li", {}, made("strong", {}, "Left aside: "), plainText(note)))));
  if (fine.length) {
    const list = made("ul", { class: "inspector-findings" }, ...fine.map(finding));
    const fold = made("details", { class: "inspector-fold" }, made("summary", {}, `${fine.length} thing${fine.length === 1 ? " is" : "s are"} fine`), list);
    fold.toggleAttribute("open", open.length === 0);
    parts.push(fold);
  }
  return parts;
}

/** @param {Finding} one */
function finding({ name, level, what, why, do: advice, page }) {
  const more = page ? [" ", made("a", { href: page, class: "inspector-more" }, "More", made("span", { class: "inspector-unseen" }, ` about ${name.replaceAll("_", " ")}`))] : [];
  const reason = why ? [" ", ...prose(why)] : [];
  const item = made("li", { class: `inspector-finding inspector-${level}`, "data-name": name, "data-level": level });
  // What is fine stands in a list of its own, and is short.
  if (level === "fine") item.append(made("p", {}, ...prose(what), ...reason, ...more));
  else item.append(made("p", {}, chip(level), " ", made("strong", {}, ...prose(what)), ...reason, ...(advice ? [] : more)));
  if (advice) item.append(made("p", {}, made("em", {}, "What to do: "), ...prose(advice), ...more));
  return item;
}

/**
 * Why there is no report.
 * @param {string} words
 * @param {string} name
 * @param {string[]} lines
 */
export function noReport(words, name, lines) {
  const parts = [made("p", { class: "inspector-verdict inspector-problem", "data-level": "unreadable" }, made("strong", {}, `${words}.`))];
  return [...parts, made("p", { class: "inspector-source" }, made("strong", {}, plainText(name))), ...lines.map((line) => made("p", { class: "inspector-line" }, ...prose(line)))];
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
    navigator.clipboard?.writeText(text()).then(
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
