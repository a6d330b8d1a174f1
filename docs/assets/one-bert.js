// One BERT in one picture: five steps share one figure. The build drew every state of it; a form's values name the state,
// and what differs from the step's first state is put in its place. The page's headings are the steps' addresses, with
// this script or without it; without it each step has its own figure.
import { html } from "./shared.js";

/** @type {Record<string, Record<string, Record<string, string>>>} the HTML of a figure's parts, by step and state */
const states = await (await fetch(new URL("../artifacts/one_bert/states.json", import.meta.url))).json();
const sections = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".ob-step")]);
const headings = sections.map((section) => /** @type {HTMLElement} */ (section.querySelector("h2")));
const names = headings.map(({ id }) => id);
const forms = sections.map((section) => /** @type {HTMLFormElement} */ (section.querySelector("form")));
const [figure, ...others] = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".ob-step figure")]);
const says = /** @type {HTMLElement} */ (figure.querySelector('[data-part="says"]'));
const links = headings.map(({ id, firstChild }) => html("a", { href: `#${id}` }, firstChild?.textContent ?? id));
const steps = html("nav", { className: "ob-steps", "aria-label": "Steps of the picture" }, ...links);

/** The state that a form's controls choose: a value, or a kind and the value of that kind. @param {HTMLFormElement} form */
function chosen(form) {
  const values = new FormData(form);
  const kind = values.get("kind");
  return kind ? `${kind}-${values.get(String(kind)) ?? values.get("at")}` : String(values.get("at"));
}

const firsts = forms.map(chosen);

/** The step that the address names. */
const current = () => Math.max(0, names.indexOf(location.hash.slice(1)));

/** Draws the state that a step's form has chosen. @param {number} at */
function show(at) {
  const step = states[names[at]];
  const parts = { ...step[""], ...step[chosen(forms[at])] };
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (figure.querySelectorAll(".ob > *"))) {
    const drawn = parts[part.dataset.part ?? ""];
    if (part.outerHTML !== drawn) part.outerHTML = drawn;
  }
  if (says.textContent !== parts.says) says.textContent = parts.says;
  for (const range of /** @type {NodeListOf<HTMLInputElement>} */ (forms[at].querySelectorAll('[type="range"]'))) {
    const { times = "1", unit = "" } = range.dataset;
    range.setAttribute("aria-valuetext", parts.says);
    if (range.nextElementSibling) range.nextElementSibling.textContent = `${(Number(range.value) * Number(times)).toLocaleString("en")}${unit}`;
  }
  figure.dataset.step = names[at];
  figure.setAttribute("aria-labelledby", names[at]);
}

/** The address holds the step and its state, for links to it. @param {number} at */
function remember(at) {
  const state = chosen(forms[at]);
  history.replaceState(null, "", `${location.pathname}${state === firsts[at] ? "" : `?${names[at]}=${state}`}#${names[at]}`);
}

/** Sets a form's controls to a state. @param {HTMLFormElement} form @param {string} state */
function choose(form, state) {
  const [kind, value] = state.includes("-") ? state.split("-") : ["", state];
  for (const [name, wanted] of [["kind", kind], [form.elements.namedItem(kind) && kind ? kind : "at", value]]) {
    const control = /** @type {RadioNodeList | HTMLInputElement | null} */ (form.elements.namedItem(name));
    if (control) control.value = wanted;
  }
}

/** Turns to the step that the address names. */
function turn() {
  const at = current();
  for (const parts of [sections, forms]) parts.forEach((part, index) => { part.hidden = index !== at; });
  links.forEach((link, index) => { link.ariaCurrent = index === at ? "step" : null; });
  show(at);
  return at;
}

/** Shows what the address says: its step, in the state that it names or else in the first. */
function read() {
  const at = current();
  const state = new URLSearchParams(location.search).get(names[at]) ?? "";
  choose(forms[at], Object.hasOwn(states[names[at]], state) && state ? state : firsts[at]);
  return turn();
}

for (const other of others) other.remove();
sections[0].before(steps, ...forms, figure);
forms.forEach((form, at) => {
  const changed = () => { show(at); remember(at); };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", changed);
  for (const button of form.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const input = /** @type {HTMLInputElement} */ (form.elements.namedItem(button.dataset.next ?? ""));
      input.value = String((Number(input.value) + 1) % Number(button.dataset.of));
      changed();
    });
  }
});
// The focus stays on the link, so that the next step is one key away.
steps.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", link.hash);
  remember(turn());
});
addEventListener("popstate", () => {
  if (location.hash && !names.includes(location.hash.slice(1))) return; // a link to the content's start, or the title's
  remember(read());
  steps.scrollIntoView();
});
read();
if (names.includes(location.hash.slice(1))) steps.scrollIntoView();
