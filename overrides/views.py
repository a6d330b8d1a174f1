"""Render what pages include, before mkdocs looks for it: git has only the record."""

import os
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority, get_plugin_logger

COMMAND = "build_artifacts.py"
WATCHED_FOLDERS = ("content", "snippets", "src/load_report")  # mkdocs watches docs/ itself


@event_priority(100)
def on_config(config: MkDocsConfig) -> None:
    """Render the views, unless a build has just done so. Raise Abort for a mistake in what people write.

    Priority 100 comes before mkdocs-macros, which reads the facts in its own `on_config`.
    """
    root = Path(config.config_file_path).resolve().parent
    if not (root / COMMAND).is_file() or os.environ.get("VIEWS_ARE_RENDERED"):
        return  # somebody copied docs/ elsewhere, with all that it includes
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    from build_artifacts import extension
    from explainer.errors import UserError
    from explainer.paths import Project
    from explainer.pipeline.views import write_views

    try:
        for problem in write_views(Project(root), extension()):
            get_plugin_logger("views").warning(problem)
    except UserError as error:
        raise Abort(str(error)) from None


def on_serve(server: LiveReloadServer, config: MkDocsConfig, **_: object) -> None:
    """Make `mkdocs serve` build after a save in any of WATCHED_FOLDERS, too: views are rendered from them."""
    for folder in (Path(config.config_file_path).parent / name for name in WATCHED_FOLDERS):
        if folder.is_dir():
            server.watch(str(folder))
