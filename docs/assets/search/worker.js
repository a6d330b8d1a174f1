// The search of the site: a web worker in the place of the theme's own, in the theme's protocol. The theme sends the
// index of its search plugin once, then each thing that a reader types, and shows the pages that come back.
//
// Its own worker broke on a query of `1`, took a name apart at each underscore, and put a word in a title before any
// number of words in a text.
//
// words.js says what a word is, and which words mean the same (`fp16`, `sop`); results.js which page is best; teasers.js
// what is shown. The index has no programs, figures and tables of numbers, and nothing with `data-search-exclude`.
// If a page is not among the first three for a question of tests/browser/questions.yml, use the words that people search
// for, first of all in the title.
//
// The theme starts it as a classic worker, which cannot say `import … from`: it loads the modules by `import()`.

/** @typedef {import("./results.js").Doc} Doc */

const [SETUP, READY, QUERY, RESULT] = [0, 1, 2, 3]; // by the theme's names

/** @type {Doc[]} */
let docs;
/** @type {Promise<ReturnType<typeof import("./results.js").searchOf>> | undefined} */
let search;

addEventListener("message", async ({ data: { type, data } }) => {
  if (type === SETUP) {
    docs = data.docs;
    postMessage({ type: READY });
  } else if (type === QUERY) {
    search ??= import("./results.js").then(({ searchOf }) => searchOf(docs)); // half a second's work, and few readers search
    postMessage({ type: RESULT, data: { items: (await search)(String(data)) } });
  }
});
