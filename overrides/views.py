"""Render what pages include, before mkdocs looks for it: git has only the record."""

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority, get_plugin_logger

COMMAND = "build_artifacts.py"
WATCHED_FOLDERS = ("content", "snippets", "load_report")  # mkdocs watches docs/ itself
# What the repository was at the last rendering, or empty. A list, because `mkdocs serve` builds many times.
_rendered_digest: list[str] = []


@event_priority(100)
def on_config(config: MkDocsConfig) -> None:
    """Render the views if anything changed. Raise Abort for a mistake in what people write.

    Priority 100 comes before mkdocs-macros, which reads the facts in its own `on_config`.
    """
    root = Path(config.config_file_path).resolve().parent
    if not (root / COMMAND).is_file():
        return  # somebody copied docs/ elsewhere, with all that it includes
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    from build_artifacts import extension
    from explainer.errors import UserError
    from explainer.paths import Project
    from explainer.pipeline.views import write_views
    from explainer.stamp import Stamp, digests

    project = Project(root)
    stamp = Stamp(project)
    if stamp.report_if_current() is not None or _rendered_digest == [stamp.digests_at_start.everything]:
        return
    try:
        for problem in write_views(project, extension()):
            get_plugin_logger("views").warning(problem)
    except UserError as error:
        raise Abort(str(error)) from None
    _rendered_digest[:] = [digests(project).everything]


def on_serve(server: LiveReloadServer, config: MkDocsConfig, **_: object) -> None:
    """Make `mkdocs serve` build after a save in any of WATCHED_FOLDERS, too: views are rendered from them."""
    for folder in (Path(config.config_file_path).parent / name for name in WATCHED_FOLDERS):
        if folder.is_dir():
            server.watch(str(folder))
