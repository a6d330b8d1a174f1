// Filters the list of all messages by words. Without this script every message is shown, and no filter.
import { filter, plain } from "./filter.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.filters"));
const lists = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".message-list")]);
const messages = lists.flatMap((list) =>
  /** @type {HTMLElement[]} */ ([...list.querySelectorAll("li")]).map((element) => ({ element, text: plain(element.textContent), has: {} })));

form.hidden = false;
filter(form, messages, "messages", () => {
  for (const list of lists) {
    const empty = !list.querySelector("li:not([hidden])");
    list.hidden = empty;
    const heading = /** @type {HTMLElement} */ (list.previousElementSibling);
    heading.hidden = empty;
  }
});
