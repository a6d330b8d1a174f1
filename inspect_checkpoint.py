"""Run the inspector in a clone, without installing it: `python inspect_checkpoint.py --help`."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))
    from inspector.command import main

    sys.exit(main(sys.argv[1:]))
