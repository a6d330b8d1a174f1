"""Build the site by mkdocs in this process, which imports it in a thread while the snippets run."""

import logging
import os
from contextlib import chdir, suppress
from pathlib import Path
from threading import Thread

from explainer.errors import UserError

MKDOCS_CONFIG = "mkdocs.yml"


class MkdocsBuild:
    """Represent a build of the site that follows later. Creating it starts to import mkdocs and its plugins."""

    def __init__(self, root: Path) -> None:
        self.root = root
        os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")  # or the theme prints a warning about mkdocs 2 each time
        self.import_thread = Thread(target=self._import_mkdocs, daemon=True)
        self.import_thread.start()

    def _import_mkdocs(self) -> None:
        """Import mkdocs and the site's plugins. Errors are ignored here, as the build itself reports them."""
        # Without a handler, Python would print mkdocs' warnings into the middle of the progress.
        logging.getLogger("mkdocs").addHandler(logging.NullHandler())
        with suppress(Exception):
            from mkdocs.config import load_config

            load_config(str(self.root / MKDOCS_CONFIG))
            import mkdocs.__main__
            import mkdocs.commands.build  # noqa: F401

    def run(self) -> int:
        """Build the site by `mkdocs build --strict`. Return the exit status. Raise UserError if mkdocs is missing."""
        self.import_thread.join()
        try:
            from mkdocs.__main__ import cli
        except ImportError:
            raise UserError("--site: mkdocs is not installed here; `make site` installs it into .venv") from None
        with chdir(self.root):
            try:
                cli.main(["build", "--strict"], prog_name="mkdocs")
            except SystemExit as exit_request:  # click ends the process, also after a build that went well
                if exit_request.code:
                    return exit_request.code if isinstance(exit_request.code, int) else 1
        return 0
