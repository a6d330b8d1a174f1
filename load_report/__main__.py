"""Explain a message of from_pretrained in the terminal: `python -m load_report --help`."""

import sys

from load_report.command import main

sys.exit(main(sys.argv[1:]))
