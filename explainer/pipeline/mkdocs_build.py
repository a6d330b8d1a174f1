"""Build the site by mkdocs in this process, which imports it in a thread while the snippets run."""

import logging
import os
from contextlib import chdir, suppress
from pathlib import Path
from threading import Thread

from explainer.errors import UserError
from explainer.stamp import Stamp, digests

MKDOCS_CONFIG = "mkdocs.yml"


class MkdocsBuild:
    """Represent a build of the site that will follow; mkdocs and its plugins are imported from now on."""

    def __init__(self, root: Path) -> None:
        self.root = root
        os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")  # or the theme prints a warning about mkdocs 2 each time
        self.loading = Thread(target=self._load, daemon=True)
        self.loading.start()

    def _load(self) -> None:
        """Import mkdocs and the site's plugins. Errors are ignored here, as the build itself reports them."""
        # Without a handler, Python would print mkdocs' warnings into the middle of the progress.
        logging.getLogger("mkdocs").addHandler(logging.NullHandler())
        with suppress(Exception):
            from mkdocs.config import load_config

            load_config(str(self.root / MKDOCS_CONFIG))
            import mkdocs.__main__
            import mkdocs.commands.build  # noqa: F401

    def run(self, stamp: Stamp) -> int:
        """Build the site by `mkdocs build --strict`, unless nothing that it is made from has changed.

        Return the exit status. Raise UserError if mkdocs is not installed.
        """
        site_digest = digests(stamp.project).site
        if stamp.site_is_built(site_digest):
            return 0
        stamp.save_site(None)  # until this build is done: one that stops leaves half a site
        self.loading.join()
        try:
            from mkdocs.__main__ import cli
        except ImportError:
            raise UserError("--site: mkdocs is not installed here; `make site` installs it into .venv") from None
        with chdir(self.root):
            try:
                cli.main(["build", "--strict"], prog_name="mkdocs")
            except SystemExit as end:  # click ends the process, also after a build that went well
                if end.code:
                    return end.code if isinstance(end.code, int) else 1
        if digests(stamp.project).site == site_digest:  # or a page was edited meanwhile
            stamp.save_site(site_digest)
        return 0
