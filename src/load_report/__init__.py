"""Explain a load message that somebody pastes: messages, rules, and the files that the build makes of them.

The modules that answer are in `docs/assets/load_report/`, in the order in which they run: `clean.js` (remove what a
console adds), `messages.js` (each era's words), `keys.js` (what a name means), `facts.js` (the conditions of rules),
`origin.js` (where the file comes from), `judge.js` (rules and versions), `answer.js` and `in_words.js`. On the site
`page.js` gives `worker.js` a text, and `view.js` shows its answer. After an edit of messages or rules, build: modules
and tests read the built files. `node --test tests/load_report/` runs the modules' own tests; `npm ci` and `npx tsc`
check their types.
"""
