"""Run the inspector in a clone, without installing it: `python inspect_checkpoint.py --help`."""

import sys

if __name__ == "__main__":
    from inspector.command import main

    sys.exit(main(sys.argv[1:]))
