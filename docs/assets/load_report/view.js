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

/** Text in which `code` is between backticks. @param {string} text @returns {(Node | string)[]} */
function prose(text) {
  return text.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : part));
}

/**
 * @param {string} kind @param {Record<string, string>} attributes
 * @param {{ whole: string, verdict: string, reason: string }} answer
 */
function verdict(kind, attributes, { whole, verdict, reason }) {
  return element("p", { class: `${kind} paste-${whole}`, ...attributes }, element("strong", {}, `${verdict}.`), " ", ...prose(reason));
}

/** The sentence for the whole. @param {Words} answer */
export function summary(answer) {
  const [first, ...others] = answer.classes;
  const about = others.length && first?.class ? ` (${first.class})` : "";
  return verdict("paste-whole", { "data-whole": answer.whole }, { ...answer, verdict: answer.verdict + about });
}

/**
 * What is known of each key, class by class.
 * @param {Words} answer @param {string} root the site's address
 * @param {number} level of the headings
 */
export function details({ classes, kinds }, root, level) {
  const parts = classes.slice(0, MOST_CLASSES).flatMap((part) => section(part, classes.length > 1, root, level));
  if (classes.length > MOST_CLASSES) parts.push(element("p", {}, `And ${classes.length - MOST_CLASSES} more classes.`));
  for (const kind of kinds) {
    const box = element("div", { class: "paste-rule", "data-kind": kind.slug }, element("p", {}, ...prose(kind.why)), ...advice(kind));
    if (kind.claims.length) box.append(proofs(kind.claims));
    if (kind.sources.length) box.append(element("p", { class: "paste-sources" }, "Read there: ", ...kind.sources.flatMap((source, at) => [at ? ", " : "", element("a", { href: source }, source.replace(/^https:\/\/(?:github\.com\/)?/, ""))])));
    box.append(messagePage(kind.slug, root));
    parts.push(box);
  }
  return parts;
}

/**
 * The way to all about a kind of message: which releases print it, a reply to copy.
 * @param {string} slug @param {string} root
 */
function messagePage(slug, root) {
  return element("div", { class: "paste-page" }, element("a", { href: `${root}m/${slug}/` }, "More about this message"));
}

/** @param {ClassInWords} part @param {boolean} several @param {string} root @param {number} level */
function section(part, several, root, level) {
  const { class: className, from, era, reason, keys } = part;
  const parts = [element(`h${level}`, { class: "paste-head" }, className || "The keys", ...(from ? [" from ", element("code", {}, from.slice(0, 80))] : []))];
  if (era) parts.push(element("p", { class: "paste-era" }, era));
  if (several && reason) parts.push(verdict("paste-part", {}, part));
  parts.push(...keys.slice(0, MOST_BUCKETS).map((bucket) => rule(bucket, root)));
  if (keys.length > MOST_BUCKETS) parts.push(element("p", {}, `And ${keys.length - MOST_BUCKETS} more kinds.`));
  return parts;
}

/** One answer with the keys that it is for. @param {Bucket} bucket @param {string} root */
function rule({ lists, answers }, root) {
  const box = element("div", { class: `paste-rule paste-answer-${answers[0]?.answer ?? "unknown"}`, "data-answer": answers.map(({ answer }) => answer).join(" ") });
  for (const { what, names } of lists) box.append(element("p", { class: "paste-status" }, what), keyList(names));
  for (const answer of answers) {
    box.append(element("p", { class: "paste-label" }, answer.when, element("strong", {}, answer.means)), element("p", {}, ...prose(answer.why)), ...advice(answer), proofs(answer.claims));
    if (answer.kind) box.append(messagePage(answer.kind, root));
  }
  return box;
}

/** Each name with its module and shape; many of them behind a fold. @param {KeyNames} names */
function keyList(names) {
  const rows = names.slice(0, MOST_NAMES).map(({ name, about }) => {
    // In a tab of its own: here it would take the paste's place.
    const link = element("a", { href: `#key=${encodeURIComponent(name.isWellFormed?.() === false ? "" : name)}`, target: "_blank", title: "This key alone, in a new tab" }, element("code", {}, name));
    return element("li", {}, link, ...(about ? [element("span", {}, ` ${about}`)] : []));
  });
  const few = rows.length <= NAMES_IN_SIGHT;
  const shown = element("ul", { class: "paste-keys" }, ...rows.slice(0, few ? NAMES_IN_SIGHT : 3));
  if (few) return shown;
  const more = element("details", {}, element("summary", {}, `${(names.length - 3).toLocaleString("en")} more names`), element("ul", { class: "paste-keys" }, ...rows.slice(3)));
  if (names.length > MOST_NAMES) more.append(element("p", {}, `And ${(names.length - MOST_NAMES).toLocaleString("en")} more.`));
  return element("div", {}, shown, more);
}

/** What to do, and the program that does it. @param {{ do: string, code: string }} answer */
function advice({ do: action, code }) {
  const text = element("p", {}, element("em", {}, "What to do: "), ...prose(action));
  if (!code) return [text];
  const button = element("button", { type: "button", class: "md-button paste-copy" }, "Copy");
  button.addEventListener("click", () => {
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    };
    navigator.clipboard?.writeText(code).then(done, () => {});
  });
  // No <code> in it: the theme would put a second button there.
  return [text, element("div", { class: "paste-code" }, element("pre", { tabindex: "0" }, code.trimEnd()), button)];
}

/** The claims that prove an answer, each with the versions under which it holds. @param {Proof[]} claims */
function proofs(claims) {
  const items = claims.map(({ claim, statement, page, versions }) =>
    statement ? element("li", {}, element("a", { href: page }, ...prose(statement)), ...(versions ? [` ${versions}`] : [])) : element("li", {}, claim));
  return element("details", { class: "paste-proofs" }, element("summary", {}, claims.length === 1 ? "The proof" : `The ${claims.length} proofs`), element("ul", {}, ...items));
}
