"""Answer the page about files that were dropped there. Its worker runs this in Pyodide, with the files mounted."""

import json
from pathlib import Path

from inspector.command import error_lines
from inspector.data import InspectorError
from inspector.examine import examine
from inspector.families import read_families
from inspector.find import find, single_weights
from inspector.messages import read_messages
from inspector.read import read
from inspector.report_formats import as_dict, as_markdown
from inspector.sources import OpenFiles

MESSAGES, FAMILIES = read_messages(), read_families()


def answer(path: str, loose: bool, class_name: str | None, base_url: str) -> str:
    """Return JSON: a `report` and its `markdown`, or the lines `unreadable` that say why there is none.

    `loose`: several files were dropped, and `path` is a folder that was made for them. People drop `my_model.bin` with
    its `config.json`, and mean the weights. `class_name`: as for `--class`; "" for no class, None for the class that
    the configuration names. `base_url`: where links to pages begin.
    """
    try:
        # In Pyodide, a temporary file lies in memory, so what a gzip file unpacks to would, too.
        with OpenFiles(unpack=False) as open_files:
            weights = single_weights(Path(path)) if loose else ""
            files = find(weights or path)
            header = read(files, files.weights.name if loose else path, open_files)
            report = examine(header, MESSAGES, FAMILIES, open_files, class_name=class_name)
    except (InspectorError, MemoryError, OSError, RecursionError) as error:
        return json.dumps({"unreadable": error_lines(error, path)})
    answered = {"report": as_dict(report, base_url), "markdown": as_markdown(report, base_url)}
    return json.dumps(answered, allow_nan=False)
