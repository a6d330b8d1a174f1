// One BERT in one picture: five steps share one figure. The build drew every state of it; a form's values name the state,
// and what differs from the step's first state is put in its place. The page's headings are the steps' addresses, with
// this script or without it; without it each step has its own figure.
(async () => {
  const own = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const answer = await fetch(new URL("../artifacts/one_bert/states.json", own)).catch(() => null); // none from a disk
  const drawn = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!drawn) return;
  const states = /** @type {Record<string, Record<string, Record<string, string>>>} */ (drawn);
  const sections = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".ob-step")]);
  const names = sections.map((section) => /** @type {HTMLElement} */ (section.querySelector("h2")).id);
  const figure = /** @type {HTMLElement} */ (sections[0].querySelector("figure"));
  const forms = sections.map((section) => /** @type {HTMLFormElement} */ (section.querySelector("form")));
  const links = names.map((name, at) => {
    const title = /** @type {HTMLElement} */ (sections[at].querySelector("h2")).firstChild?.textContent ?? name;
    return Object.assign(document.createElement("a"), { href: `#${name}`, textContent: title });
  });

  const says = /** @type {HTMLElement} */ (figure.querySelector('[data-part="says"]'));

  /** The state that a form's controls choose: a value, or a kind and the value of that kind. @type {(form: HTMLFormElement) => string} */
  const chosen = (form) => {
    const values = new FormData(form);
    const kind = values.get("kind");
    return kind ? `${kind}-${values.get(String(kind)) ?? values.get("at")}` : String(values.get("at"));
  };

  const firsts = forms.map(chosen);

  /** Draw the state that a step's form has chosen. @type {(at: number) => void} */
  function show(at) {
    const step = states[names[at]];
    const parts = { ...step[""], ...step[chosen(forms[at])] };
    for (const part of figure.querySelectorAll(".ob > *")) {
      const html = parts[/** @type {HTMLElement} */ (part).dataset.part ?? ""];
      if (part.outerHTML !== html) part.outerHTML = html;
    }
    if (says.textContent !== parts.says) says.textContent = parts.says;
    for (const range of /** @type {NodeListOf<HTMLInputElement>} */ (forms[at].querySelectorAll('[type="range"]'))) {
      range.setAttribute("aria-valuetext", parts.says);
      tell(range);
    }
    figure.dataset.step = names[at];
    figure.setAttribute("aria-labelledby", names[at]);
  }

  /** The choice stands in the address, so that it can be linked to. @type {(at: number) => void} */
  function remember(at) {
    const state = chosen(forms[at]);
    history.replaceState(null, "", `${location.pathname}${state === firsts[at] ? "" : `?${names[at]}=${state}`}#${names[at]}`);
  }

  /** What a range is set to stands beside it. @type {(range: HTMLInputElement) => void} */
  function tell(range) {
    const { times = "1", unit = "" } = range.dataset;
    if (range.nextElementSibling) range.nextElementSibling.textContent = `${(Number(range.value) * Number(times)).toLocaleString("en")}${unit}`;
  }

  /** Set the controls to a state of an address. @type {(form: HTMLFormElement, state: string) => void} */
  function choose(form, state) {
    const [kind, value] = state.includes("-") ? state.split("-") : ["", state];
    for (const [name, wanted] of [["kind", kind], [form.elements.namedItem(kind) && kind ? kind : "at", value]]) {
      const control = /** @type {RadioNodeList | HTMLInputElement | null} */ (form.elements.namedItem(name));
      if (control) control.value = wanted;
    }
  }

  /** Turn to the step that the address names. @type {() => number} */
  function turn() {
    const at = Math.max(0, names.indexOf(location.hash.slice(1)));
    for (const parts of [sections, forms]) parts.forEach((part, index) => { part.hidden = index !== at; });
    links.forEach((link, index) => (index === at ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current")));
    show(at);
    return at;
  }

  const steps = Object.assign(document.createElement("nav"), { className: "ob-steps" });
  steps.setAttribute("aria-label", "Steps of the picture");
  steps.append(...links);
  for (const other of document.querySelectorAll(".ob-step figure")) if (other !== figure) other.remove();
  sections[0].before(steps, ...forms, figure);
  forms.forEach((form, at) => {
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => { show(at); remember(at); });
    for (const button of form.querySelectorAll("button")) {
      button.addEventListener("click", () => {
        const input = /** @type {HTMLInputElement} */ (form.elements.namedItem(button.dataset.next ?? ""));
        input.value = String((Number(input.value) + 1) % Number(button.dataset.of));
        show(at);
        remember(at);
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

  /** Show what the address says: its step, in the state that it names or else in the first. @type {() => number} */
  function read() {
    const at = Math.max(0, names.indexOf(location.hash.slice(1)));
    const state = new URLSearchParams(location.search).get(names[at]) ?? "";
    choose(forms[at], Object.hasOwn(states[names[at]], state) && state ? state : firsts[at]);
    return turn();
  }

  addEventListener("popstate", () => {
    if (location.hash && !names.includes(location.hash.slice(1))) return; // a link to the content's start, or the title's
    remember(read());
    steps.scrollIntoView();
  });
  read();
  if (names.includes(location.hash.slice(1))) steps.scrollIntoView();
})();
