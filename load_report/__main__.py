"""Says what a message of from_pretrained means: `python -m load_report --help`."""

import sys

from load_report.command import main

sys.exit(main(sys.argv[1:]))
