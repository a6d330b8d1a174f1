"""Runs the snippets on real models and renders what the pages embed: `python build_artifacts.py --help`."""

import sys
from pathlib import Path

if __name__ == "__main__":
    from explainer.command import main

    sys.exit(main(sys.argv[1:], Path(__file__).resolve().parent))
