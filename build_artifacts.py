"""Runs the snippets on real models and renders what the pages embed: `python build_artifacts.py --help`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from explainer.start import start

if TYPE_CHECKING:
    from explainer.pipeline.extension import Extension


def extension() -> "Extension":
    """What this site adds to the engine."""
    from bert.figures import FIGURES
    from bert.inspector_page import read_inspector_page
    from bert.live import read_live_weights
    from bert.parameter_names import read_parameter_names
    from explainer.pipeline.extension import Extension
    from load_report.files import read_load_report

    return Extension(FIGURES, (read_parameter_names, read_load_report, read_live_weights, read_inspector_page))


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:], Path(__file__).resolve().parent, extension))
