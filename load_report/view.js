// From an answer to what a reader sees. Text goes in as text: nothing of a paste is ever read as HTML.

/** @import { Answer, Bucket, Choice, Group, Item, Rules } from "./types.js" */

import { filled } from "./judge.js";
import { eraWords, nameWords, pageOf, program, reason, statusWords, titled, whenWords } from "./answer_wording.js";

const MOST_GROUPS = 20;
const MOST_BUCKETS = 30;
const MOST_KEYS = 60;

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
 * @returns {(Node | string)[]}
 */
function prose(text) {
  return text.split("`").map((part, at) => (at % 2 ? made("code", {}, part) : part));
}

/**
 * The sentence for the whole, and the way to the page about all keys.
 * @param {Answer} answer
 * @param {Rules} rules
 * @param {(page: string) => string} link
 */
export function summary(answer, rules, link) {
  if (answer.empty) return [];
  const [group] = answer.groups;
  const about = answer.groups.length > 1 && group?.class ? ` (${group.class})` : "";
  return [
    made(
      "p",
      { class: `paste-whole paste-${answer.whole}`, "data-whole": answer.whole },
      made("strong", {}, `${answer.headline}${about}.`),
      " ",
      ...prose(reason(answer.short, rules)),
    ),
    ...(rules.more ? [made("p", { class: "paste-more" }, made("a", { href: `${link(rules.more.page)}#${rules.more.place}` }, rules.more.words))] : []),
  ];
}

/**
 * What is known of each key, class by class.
 * @param {Answer} answer
 * @param {Rules} rules
 * @param {(page: string) => string} link
 * @param {number} level
 */
export function details(answer, rules, link, level) {
  const parts = answer.groups.slice(0, MOST_GROUPS).flatMap((group) => section(group, answer.groups.length, rules, link, level));
  if (answer.groups.length > MOST_GROUPS) parts.push(made("p", {}, `And ${answer.groups.length - MOST_GROUPS} more classes.`));
  for (const one of answer.kinds) {
    const box = made("div", { class: "paste-rule", "data-kind": one.slug }, made("p", {}, ...prose(one.why)));
    box.append(made("p", {}, made("em", {}, "What to do: "), ...prose(one.do)), ...(one.code ? [code(one.code)] : []));
    if (one.claims?.length) box.append(proofs(one.claims, rules, link));
    if (one.sources?.length) box.append(made("p", { class: "paste-sources" }, "Read there: ", ...one.sources.flatMap((source, at) => [at ? ", " : "", made("a", { href: source }, source.replace(/^https:\/\/(?:github\.com\/)?/, ""))])));
    box.append(messagePage(one.slug, link));
    parts.push(box);
  }
  return parts;
}

/**
 * The way to all about a kind of message: which releases print it, a reply to copy.
 * @param {string} slug
 * @param {(page: string) => string} link
 */
function messagePage(slug, link) {
  return made("div", { class: "paste-page" }, made("a", { href: link(`m/${slug}/`) }, "More about this message"));
}

/**
 * @param {Group} group
 * @param {number} groups
 * @param {Rules} rules
 * @param {(page: string) => string} link
 * @param {number} level
 */
function section(group, groups, rules, link, level) {
  const parts = [];
  const era = eraWords(group);
  const name = group.class || "The keys";
  parts.push(made(`h${level}`, { class: "paste-head" }, name, ...(group.from ? [" from ", made("code", {}, group.from.slice(0, 80))] : [])));
  if (era) parts.push(made("p", { class: "paste-era" }, era));
  if (groups > 1 && group.short) {
    parts.push(made("p", { class: `paste-part paste-${group.whole}` }, made("strong", {}, `${group.headline || rules.wholes[group.whole]}.`), " ", ...prose(reason(group.short, rules))));
  }
  const { buckets } = group;
  for (const bucket of buckets.slice(0, MOST_BUCKETS)) parts.push(rule(bucket, group, rules, link));
  if (buckets.length > MOST_BUCKETS) parts.push(made("p", {}, `And ${buckets.length - MOST_BUCKETS} more kinds.`));
  return parts;
}

/**
 * One answer with the keys that it is for.
 * @param {Bucket} bucket
 * @param {Group} group
 * @param {Rules} rules
 * @param {(page: string) => string} link
 */
function rule({ item, lists }, group, rules, link) {
  const answers = item.choices.map((one) => one.rule.answer);
  const box = made("div", { class: `paste-rule paste-answer-${answers[0] ?? "unknown"}`, "data-answer": answers.join(" ") });
  for (const [status, { count, names }] of lists) {
    box.append(made("p", { class: "paste-status" }, statusWords(status, count, group)), keyList(names, rules));
  }
  for (const choice of item.choices) box.append(...choiceParts(choice, item, group, rules, link));
  return box;
}

/**
 * @param {Choice} choice
 * @param {Item} item
 * @param {Group} group
 * @param {Rules} rules
 * @param {(page: string) => string} link
 */
function choiceParts(choice, item, group, rules, link) {
  const parts = [];
  const { rule } = choice;
  parts.push(made("p", { class: "paste-label" }, whenWords(choice, item.choices.length), made("strong", {}, rules.answers[rule.answer] ?? rule.answer)));
  parts.push(made("p", {}, ...prose(titled(filled(rule.why, item, group.class), rules))));
  parts.push(made("p", {}, made("em", {}, "What to do: "), ...prose(filled(rule.do, item, group.class))));
  const lines = program(choice, item, group);
  if (lines) parts.push(code(lines));
  parts.push(proofs(rule.claims, rules, link));
  const page = pageOf(choice, group, rules);
  if (page) parts.push(messagePage(page, link));
  return parts;
}

/**
 * Each name with its module and shape; many of them behind a fold.
 * @param {Map<string, { item: Item, count: number }>} names
 * @param {Rules} rules
 */
function keyList(names, rules) {
  const rows = [...names].slice(0, MOST_KEYS).map(([name, { item, count }]) => {
    const own = count === 1 ? item.key : name;
    const about = nameWords(item, count, rules);
    // In a tab of its own: here it would take the paste's place.
    const link = made("a", { href: `#key=${encodeURIComponent(own.isWellFormed?.() === false ? "" : own)}`, target: "_blank", title: "This key alone, in a new tab" }, made("code", {}, own));
    return made("li", {}, link, ...(about ? [made("span", {}, ` ${about}`)] : []));
  });
  const shown = made("ul", { class: "paste-keys" }, ...rows.slice(0, rows.length > 6 ? 3 : 6));
  if (rows.length <= 6) return shown;
  const more = made("details", {}, made("summary", {}, `${(names.size - 3).toLocaleString("en")} more names`), made("ul", { class: "paste-keys" }, ...rows.slice(3)));
  if (names.size > MOST_KEYS) more.append(made("p", {}, `And ${(names.size - MOST_KEYS).toLocaleString("en")} more.`));
  return made("div", {}, shown, more);
}

/** @param {string} text */
function code(text) {
  const button = made("button", { type: "button", class: "md-button paste-copy" }, "Copy");
  button.addEventListener("click", () => {
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    };
    navigator.clipboard?.writeText(text).then(done, () => {});
  });
  // No <code> in it: the theme would put a second button there.
  return made("div", { class: "paste-code" }, made("pre", { tabindex: "0" }, text.trimEnd()), button);
}

/**
 * The claims that prove an answer, each with the versions under which it holds.
 * @param {string[]} claims
 * @param {Rules} rules
 * @param {(page: string) => string} link
 */
function proofs(claims, rules, link) {
  const items = claims.map((key) => {
    const claim = rules.claims[key];
    if (!claim) return made("li", {}, key);
    return made("li", {}, made("a", { href: link(`${claim.page}/`) }, ...prose(claim.claim)), ...(claim.span ? [` ${claim.span}`] : []));
  });
  return made("details", { class: "paste-proofs" }, made("summary", {}, claims.length === 1 ? "The proof" : `The ${claims.length} proofs`), made("ul", {}, ...items));
}
