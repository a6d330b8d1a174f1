"""Explain a load message that somebody pastes: rules, the page's script, and the files that the build makes of them.

The modules in the order in which they run: `clean.js` (remove what a console adds), `messages.js` (each era's words),
`keys.js` (what a name means), `facts.js` (the conditions of rules), `judge.js` (rules and versions),
`answer_wording.js`, `view.js` and `page.js`, or `as_text.js` and `terminal.js` for `python -m load_report`. After an
edit, build, for the tests read the built files. `node --test` here runs the modules' own tests;
`npm ci` at the root installs the type checker.
"""
