// What the pages' scripts share: how to make elements, and how to have a reader's choice in the page's address.

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, any>} [properties] `role`, and those with a hyphen, are attributes
 * @param {...(Node | string)} inside @returns {HTMLElementTagNameMap[Name]}
 */
export function html(name, properties = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "role" || key.includes("-")) element.setAttribute(key, value);
    else Object.assign(element, { [key]: value });
  }
  element.append(...inside);
  return element;
}

/**
 * An element with attributes alone, for text that nobody vouches for: no property of it is set.
 * @param {string} tag @param {Record<string, string>} attributes @param {...(Node | string)} children
 */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} inside @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** @param {string} text @param {() => void} onclick */
export function button(text, onclick) {
  return html("button", { type: "button", className: "md-button", onclick }, text);
}

/** Which of these names the address has, and their values. @param {string[]} names @returns {Record<string, string>} */
export function readAddress(names) {
  return Object.fromEntries([...new URLSearchParams(location.search)].filter(([name]) => names.includes(name)));
}

/** Puts values into the address; null takes one out, and what others have there stays.
 * @param {Record<string, string | null>} values */
export function writeAddress(values) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) value === null ? query.delete(name) : query.set(name, value);
  const text = String(query).replaceAll("%2C", ","); // readable, and as good there
  history.replaceState(null, "", `${location.pathname}${text && `?${text}`}${location.hash}`);
}
