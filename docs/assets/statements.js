// Filters what people say by section, verdict and words. Without this script every statement is shown, and no filter.
const form = document.querySelector("form.filters");
const found = form.querySelector(".count");
const near = document.querySelector(".near");
const SHOWN_NEAR = 5;

// A section is a list with the nearest heading above it: its name is the page's own.
const sections = [...document.querySelectorAll(".said")].map((list) => {
  let heading = list.previousElementSibling;
  while (heading && heading.tagName !== "H2") heading = heading.previousElementSibling;
  return { list, heading, name: heading.id, label: heading.firstChild.textContent };
});
const statements = sections.flatMap(({ list, name }) =>
  [...list.querySelectorAll("li")].map((item) => {
    const verdict = item.querySelector("strong").textContent.replace(":", "");
    return { item, name, verdict, text: plain(item.textContent) };
  }),
);

function plain(text) {
  return text.toLowerCase().replace(/[’‘]/g, "'");
}

function words(text) {
  return plain(text).match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function choice(name, options) {
  const set = form.querySelector(`fieldset.${name}`);
  for (const [value, label] of [["", "All"], ...options]) {
    const input = Object.assign(document.createElement("input"), { type: "radio", name, value, defaultChecked: !value });
    const around = document.createElement("label");
    around.append(input, ` ${label}`);
    set.append(around, " ");
  }
}

function show() {
  const { section, verdict, words: typed } = Object.fromEntries(new FormData(form));
  const asked = words(typed);
  let left = 0;
  for (const one of statements) {
    const fits = (!section || one.name === section) && (!verdict || one.verdict === verdict);
    one.item.hidden = !(fits && asked.every((word) => one.text.includes(word)));
    left += !one.item.hidden;
  }
  for (const { list, heading } of sections) {
    list.hidden = heading.hidden = !list.querySelector("li:not([hidden])");
  }
  found.textContent = `${left} of ${statements.length} statements`;
  near.hidden = left > 0;
  if (!left) offer(asked);
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
      const copy = one.item.cloneNode(true);
      copy.removeAttribute("id");
      copy.hidden = false;
      return copy;
    }),
  );
}

function remember() {
  const chosen = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  history.replaceState(null, "", (chosen.size ? `?${chosen}` : location.pathname) + location.hash);
}

choice("section", new Map(sections.map(({ name, label }) => [name, label])));
choice("verdict", new Map(statements.map(({ verdict }) => [verdict, verdict])));
for (const [name, value] of new URLSearchParams(location.search)) {
  const known = ["section", "verdict", "words"].includes(name) && form.elements[name];
  if (known) known.value = value; // a choice that is not there changes nothing
}
form.addEventListener("input", () => { show(); remember(); });
form.addEventListener("submit", (event) => event.preventDefault());
near.querySelector("button").addEventListener("click", () => {
  form.reset();
  show();
  remember();
  form.elements.words.focus();
});
form.hidden = false;
show();
