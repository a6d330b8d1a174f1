"""A pasted load message, and what it means: rules, the page's script, and the files that the build writes of them.

The modules in the order in which they run: `clean.js` (what a console adds), `messages.js` (each era's words),
`keys.js` (what a name means), `facts.js` (what rules may ask), `judge.js` (rules and versions), `answer_wording.js`,
`view.js` and `page.js`, or `as_text.js` and `terminal.js` for `python -m load_report`. After an edit, build: the tests
read what was built. `node --test` here runs the modules' own tests; `npm ci` installs the type
checker.
"""
