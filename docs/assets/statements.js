// Filters what people say by section, verdict and words. Without this script every statement is shown, and no filter.
import { filter, plain } from "./filter.js";
import { html } from "./shared.js";

const MOST_NEAR = 5;
const form = /** @type {HTMLFormElement} */ (document.querySelector("form.filters"));
const near = /** @type {HTMLElement} */ (document.querySelector(".near"));
const [nearBox, nearList] = /** @type {HTMLElement[]} */ ([...near.querySelectorAll(".close, .found")]);

// A section is a list with the nearest heading above it, whose id is the section's name.
const lists = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".said")]);
const sections = lists.map((list) => {
  let heading = /** @type {HTMLElement} */ (list.previousElementSibling);
  while (heading.tagName !== "H2") heading = /** @type {HTMLElement} */ (heading.previousElementSibling);
  return { list, heading, name: heading.id, label: heading.firstChild?.textContent ?? "" };
});
const statements = sections.flatMap(({ list, name }) =>
  /** @type {HTMLElement[]} */ ([...list.querySelectorAll(".statement")]).map((element) => {
    const verdict = element.querySelector("strong")?.textContent.replace(":", "") ?? "";
    return { element, text: plain(element.textContent), has: { section: [name], verdict: [verdict] } };
  }),
);

/** @param {string} name @param {Map<string, string>} labels by their values */
function addChoice(name, labels) {
  const options = [["", "All"], ...labels].flatMap(([value, label]) => [
    html("label", {}, html("input", { type: "radio", name, value, defaultChecked: !value }), ` ${label}`), " ",
  ]);
  form.querySelector(`fieldset.${name}`)?.append(...options);
}

/**
 * Nothing fits: the statements that share most words with the query, whatever their section and verdict. A word counts
 * by its first letters, so that "ties" finds "tied", and a rare one counts for more.
 * @param {string[]} words
 */
function showNear(words) {
  const stems = new Set(words.map((word) => word.slice(0, Math.max(3, word.length - 2))));
  const weights = [...stems].map((stem) => ({ stem, weight: 1 / (1 + statements.filter(({ text }) => text.includes(stem)).length) }));
  const best = statements
    .map(({ element, text }) => ({ element, score: weights.reduce((sum, { stem, weight }) => sum + (text.includes(stem) ? weight : 0), 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_NEAR);
  nearBox.hidden = !best.length;
  nearList.replaceChildren(...best.map(({ element }) => {
    const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
    copy.querySelector("[id]")?.removeAttribute("id");
    copy.hidden = false;
    return copy;
  }));
}

addChoice("section", new Map(sections.map(({ name, label }) => [name, label])));
addChoice("verdict", new Map(statements.map(({ has: { verdict: [verdict] } }) => [verdict, verdict])));
const changed = filter(form, statements, "statements", (words, shown) => {
  for (const { list, heading } of sections) list.hidden = heading.hidden = !list.querySelector(".statement:not([hidden])");
  near.hidden = shown.size > 0;
  if (!shown.size) showNear(words);
});
near.querySelector("button")?.addEventListener("click", () => {
  form.reset();
  changed();
  /** @type {HTMLElement} */ (form.elements.namedItem("words")).focus();
});
form.hidden = false;

function open() {
  document.querySelector(".statement :target")?.closest(".statement")?.querySelector("details")?.setAttribute("open", "");
}
addEventListener("hashchange", open);
open();
