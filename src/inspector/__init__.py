"""Read a checkpoint's files without loading it, and report what they hold and what that means for its owner.

`find` (files) → `read` (a header: names, shapes, where each tensor lies) → `examine` (findings) →
`report_formats` (text, Markdown, JSON). Between the stages there is plain data, `data.py`. Nothing here imports torch,
and nothing that a file holds is run. The sentences of a report are in `messages.yml`; a check in `checks_*.py` decides
which finding applies. A reader refuses a file by `Unreadable`, with one line: what is wrong, where, and how to mend it.

`pip install .` installs this package alone, so import nothing that a user would have to install. The page runs the same
files in Pyodide, through `page.py`, without PyYAML and numpy; `docs/assets/inspector/` has its box and its worker.
"""
