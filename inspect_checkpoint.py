"""Says what a checkpoint file holds, without loading it: `python inspect_checkpoint.py --help`."""

import sys

if __name__ == "__main__":
    from inspector.command import main

    sys.exit(main(sys.argv[1:]))
