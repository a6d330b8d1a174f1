// Filters what people say by section, verdict and words. Without this script every statement is shown, and no filter.
import { filter, plain } from "./filter.js";

const form = document.querySelector("form.filters");
const near = document.querySelector(".near");
const SHOWN_NEAR = 5;

// A section is a list with the nearest heading above it: its name is the page's own.
const sections = [...document.querySelectorAll(".said")].map((list) => {
  let heading = list.previousElementSibling;
  while (heading && heading.tagName !== "H2") heading = heading.previousElementSibling;
  return { list, heading, name: heading.id, label: heading.firstChild.textContent };
});
const statements = sections.flatMap(({ list, name }) =>
  [...list.querySelectorAll("li")].map((element) => {
    const verdict = element.querySelector("strong").textContent.replace(":", "");
    return { element, text: plain(element.textContent), has: { section: [name], verdict: [verdict] } };
  }),
);

function choice(name, options) {
  const set = form.querySelector(`fieldset.${name}`);
  for (const [value, label] of [["", "All"], ...options]) {
    const input = Object.assign(document.createElement("input"), { type: "radio", name, value, defaultChecked: !value });
    const around = document.createElement("label");
    around.append(input, ` ${label}`);
    set.append(around, " ");
  }
}

// Nothing fits: the statements that share most words with the question, whatever their section and verdict. A word
// counts by its first letters, so that "ties" finds "tied", and a rare one counts for more.
function offer(asked) {
  const stems = [...new Set(asked.map((word) => word.slice(0, Math.max(3, word.length - 2))))];
  const weights = stems.map((stem) => [stem, 1 / (1 + statements.filter(({ text }) => text.includes(stem)).length)]);
  const scored = statements.map((one) => ({
    one,
    score: weights.reduce((sum, [stem, weight]) => sum + (one.text.includes(stem) ? weight : 0), 0),
  }));
  const best = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score).slice(0, SHOWN_NEAR);
  near.querySelector(".close").hidden = !best.length;
  near.querySelector("ul").replaceChildren(
    ...best.map(({ one }) => {
      const copy = one.element.cloneNode(true);
      copy.removeAttribute("id");
      copy.hidden = false;
      return copy;
    }),
  );
}

choice("section", new Map(sections.map(({ name, label }) => [name, label])));
choice("verdict", new Map(statements.map(({ has }) => [has.verdict[0], has.verdict[0]])));
const changed = filter(form, statements, "statements", (asked, shown) => {
  for (const { list, heading } of sections) list.hidden = heading.hidden = !list.querySelector("li:not([hidden])");
  near.hidden = shown.size > 0;
  if (!shown.size) offer(asked);
});
near.querySelector("button").addEventListener("click", () => {
  form.reset();
  changed();
  form.elements.words.focus();
});
form.hidden = false;
