"""Run the snippets on real models and render what the pages include: `python build_artifacts.py --help`."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "src"))

if TYPE_CHECKING:
    from explainer.pipeline.extension import Extension


def extension() -> "Extension":
    """Return what this site adds to the engine: figures, tools and mutation operators."""
    # imported here, so that a build with nothing to do does not wait for these modules
    from bert.downloads import read_downloads
    from bert.figures import FIGURES
    from bert.inspector_page import read_inspector_page
    from bert.live import read_live_weights
    from bert.mutations import OPERATORS
    from bert.one_bert import read_one_bert
    from bert.parameter_names import names_table, read_parameter_names
    from explainer.pipeline.extension import Extension
    from load_report.files import read_load_report

    load_report = partial(read_load_report, make_names_table=names_table)
    tools = (read_parameter_names, load_report, read_live_weights, read_downloads, read_inspector_page, read_one_bert)
    return Extension(FIGURES, tools, OPERATORS, folders=("src/load_report", "src/inspector"))


if __name__ == "__main__":
    from explainer.start import start

    sys.exit(start(sys.argv[1:], ROOT, extension))
