"""The site, by mkdocs, in this process: its libraries are imported while the snippets run."""

import logging
import os
from contextlib import chdir, suppress
from pathlib import Path
from threading import Thread

from explainer.errors import UserError
from explainer.stamp import Stamp, digests

CONFIG = "mkdocs.yml"


class Site:
    """A site that will be built; mkdocs and its plugins are loaded from now on."""

    def __init__(self, root: Path) -> None:
        self.root = root
        os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
        self.loading = Thread(target=self._load, daemon=True)
        self.loading.start()

    def _load(self) -> None:
        """What is wrong with the configuration, the build itself says."""
        logging.getLogger("mkdocs").addHandler(logging.NullHandler())
        with suppress(Exception):
            from mkdocs.config import load_config

            load_config(str(self.root / CONFIG))
            import mkdocs.__main__
            import mkdocs.commands.build  # noqa: F401

    def build(self, stamp: Stamp) -> int:
        """Builds the site strictly, unless nothing that it is made from has changed. Returns the exit status.

        Raises UserError where there is no mkdocs.
        """
        made_from = digests(stamp.project).site
        if stamp.site_is_built(made_from):
            return 0
        stamp.leave_site(None)
        self.loading.join()
        try:
            from mkdocs.__main__ import cli
        except ImportError:
            raise UserError("--site: mkdocs is not installed here; `make site` installs it into .venv") from None
        with chdir(self.root):
            try:
                cli.main(["build", "--strict"], prog_name="mkdocs")
            except SystemExit as end:
                if end.code:
                    return end.code if isinstance(end.code, int) else 1
        if digests(stamp.project).site == made_from:  # or a page was edited meanwhile
            stamp.leave_site(made_from)
        return 0
