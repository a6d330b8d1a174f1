"""The engine alone, for a site that adds nothing to it: `python -m explainer --help`, in the site's folder."""

import sys
from pathlib import Path

from explainer.start import start

if __name__ == "__main__":
    sys.exit(start(sys.argv[1:], Path.cwd()))
