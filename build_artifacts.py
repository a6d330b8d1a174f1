"""Runs the snippets on real models and renders what the pages embed: `python build_artifacts.py --help`."""

import sys
from pathlib import Path

if __name__ == "__main__":
    from bert.drawings import DRAWINGS
    from bert.parameter_names import read_parameter_names
    from explainer.pipeline.command import main
    from explainer.pipeline.extension import Extension
    from load_report.files import read_load_report

    root = Path(__file__).resolve().parent
    sys.exit(main(sys.argv[1:], root, Extension(DRAWINGS, (read_parameter_names, read_load_report))))
