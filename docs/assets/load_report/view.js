// From an answer to what a reader sees. Text goes in as text: nothing of a paste is ever read as HTML.

/** @import { Proof, Words } from "./in_words.js" */

import { element } from "../shared.js";

const MOST_CLASSES = 20;
const MOST_BUCKETS = 30;
const MOST_NAMES = 60;
const NAMES_IN_SIGHT = 6;

/** @typedef {Words["classes"][number]} ClassInWords */
/** @typedef {ClassInWords["keys"][number]} Bucket */
/** @typedef {Bucket["lists"][number]["names"]} KeyNames */
/** @typedef {NonNullable<Words["said"]>} Said */

/** Text in which `code` is between backticks. @param {string} text @returns {(Node | string)[]} */
function prose(text) {
  return text.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : part));
}

/** The pill and the sentence. @param {string} kind @param {Said} said @param {Record<string, string>} attributes */
function verdict(kind, { pill, words, answer }, attributes = {}) {
  return element("p", { class: `${kind} scale-${pill}`, ...attributes }, element("strong", { class: "pill" }, words), " ", ...prose(answer));
}

/** What a reader came for. @param {Words} answer */
export function summary({ whole, said }) {
  return said ? [verdict("paste-whole", said, { "data-whole": whole })] : [];
}

/**
 * The lines to type, the way to the message's page; and behind a fold what is known of each key, class by class.
 * @param {Words} answer @param {string} root the site's address @param {number} level of the headings
 */
export function details(answer, root, level) {
  const { classes, messages, said, message } = answer;
  const parts = [];
  if (said?.code) parts.push(code(said.code));
  if (message) parts.push(messagePage(message, root, "Why, and the proof: all about this message"));
  const sections = classes.slice(0, MOST_CLASSES).flatMap((part) => section(part, classes.length > 1, said?.code ?? "", root, level));
  if (classes.length > MOST_CLASSES) sections.push(element("p", {}, `And ${classes.length - MOST_CLASSES} more classes.`));
  for (const one of messages) {
    const box = element("div", { class: "paste-rule", "data-kind": one.slug }, element("p", {}, ...prose(one.why)));
    if (one.claims.length) box.append(proofs(one.claims));
    if (one.slug !== message) box.append(messagePage(one.slug, root, "All about this message"));
    sections.push(box);
  }
  if (sections.length) parts.push(element("details", { class: "paste-rest" }, element("summary", {}, rest(answer)), ...sections));
  return parts;
}

/** What the fold holds, counted. @param {Words} answer */
function rest({ classes }) {
  const all = classes.flatMap(({ keys }) => keys).flatMap(({ lists }) => lists);
  const count = all.reduce((sum, { count }) => sum + count, 0);
  return count ? `Name by name: ${count.toLocaleString("en")} ${count === 1 ? "name" : "names"}, and what each means` : "Why";
}

/** @param {string} slug @param {string} root @param {string} words */
function messagePage(slug, root, words) {
  return element("p", { class: "paste-page" }, element("a", { href: `${root}m/${slug}/` }, words));
}

/** @param {ClassInWords} part @param {boolean} several @param {string} above the lines that are shown already @param {string} root @param {number} level */
function section(part, several, above, root, level) {
  const { class: className, from, era, said, keys } = part;
  const parts = [element(`h${level}`, { class: "paste-head" }, className || "The names", ...(from ? [" from ", element("code", {}, from.slice(0, 80))] : []))];
  if (era) parts.push(element("p", { class: "paste-era" }, era));
  if (several && said) parts.push(verdict("paste-part", said));
  parts.push(...keys.slice(0, MOST_BUCKETS).map((bucket) => rule(bucket, above, root)));
  if (keys.length > MOST_BUCKETS) parts.push(element("p", {}, `And ${keys.length - MOST_BUCKETS} more kinds.`));
  return parts;
}

/** One answer with the keys that it is for. @param {Bucket} bucket @param {string} above @param {string} root */
function rule({ lists, answers }, above, root) {
  const box = element("div", { class: `paste-rule paste-label-${answers[0]?.label ?? "unknown"}`, "data-label": answers.map(({ label }) => label).join(" ") });
  for (const { what, names } of lists) box.append(element("p", { class: "paste-status" }, what), keyList(names));
  for (const answer of answers) {
    box.append(element("p", { class: "paste-label" }, answer.when, element("strong", {}, answer.means)), element("p", {}, ...prose(answer.why)));
    if (answer.do) box.append(element("p", {}, ...prose(answer.do)));
    if (answer.code && answer.code !== above) box.append(code(answer.code));
    box.append(proofs(answer.claims));
    if (answer.message) box.append(messagePage(answer.message, root, "All about this message"));
  }
  return box;
}

/** Each name with its module and shape; many of them behind a fold. @param {KeyNames} names */
function keyList(names) {
  const rows = names.slice(0, MOST_NAMES).map(({ name, about }) => {
    // In a tab of its own: here it would take the paste's place.
    const link = element("a", { href: `#key=${encodeURIComponent(name.isWellFormed?.() === false ? "" : name)}`, target: "_blank", title: "This name alone, in a new tab" }, element("code", {}, name));
    return element("li", {}, link, ...(about ? [element("span", {}, ` ${about}`)] : []));
  });
  const few = rows.length <= NAMES_IN_SIGHT;
  const shown = element("ul", { class: "paste-keys" }, ...rows.slice(0, few ? NAMES_IN_SIGHT : 3));
  if (few) return shown;
  const more = element("details", {}, element("summary", {}, `${(names.length - 3).toLocaleString("en")} more names`), element("ul", { class: "paste-keys" }, ...rows.slice(3)));
  if (names.length > MOST_NAMES) more.append(element("p", {}, `And ${(names.length - MOST_NAMES).toLocaleString("en")} more.`));
  return element("div", {}, shown, more);
}

/** The lines to type, and a button that copies them. @param {string} lines */
function code(lines) {
  const button = element("button", { type: "button", class: "md-button paste-copy" }, "Copy");
  button.addEventListener("click", () => {
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    };
    navigator.clipboard?.writeText(lines).then(done, () => {});
  });
  // No <code> in it: the theme would put a second button there.
  return element("div", { class: "paste-code" }, element("pre", { tabindex: "0" }, lines.trimEnd()), button);
}

/** The claims that prove an answer, each with the versions under which it holds. @param {Proof[]} claims */
function proofs(claims) {
  const items = claims.map(({ claim, statement, page, versions }) =>
    statement ? element("li", {}, element("a", { href: page }, ...prose(statement)), ...(versions ? [` ${versions}`] : [])) : element("li", {}, claim));
  return element("details", { class: "paste-proofs" }, element("summary", {}, claims.length === 1 ? "The proof" : `The ${claims.length} proofs`), element("ul", {}, ...items));
}
