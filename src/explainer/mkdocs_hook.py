"""Give mkdocs what the engine renders: the macros and variables of the pages, and the files that nobody writes.

A site names this file under `hooks` in its mkdocs.yml. What it adds to the engine is `extension` in its
build_artifacts.py.
"""

import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from explainer.errors import UserError
from explainer.inputs.quotes import MARK, VIEWS, view_name
from explainer.paths import RECORD_FILES, RECORDED_BY_OTHER_COMMANDS, Project
from explainer.pipeline.artifact_files import text_to_bytes
from explainer.pipeline.extension import NO_EXTENSION, Extension
from explainer.pipeline.views import WATCHED, RenderedSite, current_site, source_of

COMMAND = "build_artifacts"
# What lies below docs/artifacts/ and belongs to the site: the record. An older edition wrote more there.
RECORD = tuple(f"artifacts/{name}" for name in (*RECORD_FILES, *RECORDED_BY_OTHER_COMMANDS))
# A view that stands in a list, a note or a tab: each of its lines must be as far in as the macro.
INDENTED_VIEW = re.compile(rf"^([ \t]+)(\{{\{{ *(?:{'|'.join(VIEWS)})\([^\n]*\)) *\}}\}}", re.MULTILINE)


class _Build:
    """Hold what the events of one build share, and what the build before it showed."""

    site: RenderedSite
    texts: dict[str, object]  # source → what it was made from
    last_texts: dict[str, object] = {}  # noqa: RUF012  # one build at a time


@event_priority(100)
def on_config(config: MkDocsConfig) -> None:
    """Read the site, and register macros and variables. Raise Abort for a mistake in what people write.

    Priority 100 comes before mkdocs-macros, which takes them up in its own `on_config`.
    """
    project = Project(Path(config.config_file_path).resolve().parent)
    try:
        _Build.site = site = current_site(project, _extension(project.root))
    except UserError as error:
        raise Abort(str(error)) from None
    for problem in site.problems:
        get_plugin_logger("explainer").warning(problem)
    macros: Any = config.plugins["macros"]

    def show(macro: str, *names: str) -> str:
        return site.show(view_name(macro, *names), macros.page.file.src_uri)

    def mark(name: str) -> str:
        return site.mark(name, macros.page.file.src_uri)

    macros.register_variables(site.context.variables)
    macros.register_macros({MARK: mark, **{macro: partial(show, macro) for macro in VIEWS}})
    config.extra["last_run"] = site.last_run


def _extension(root: Path) -> Extension:
    """Return what the site adds to the engine; nothing if it has no build_artifacts.py."""
    if not (root / f"{COMMAND}.py").is_file():
        return NO_EXTENSION
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    from build_artifacts import extension

    return extension()


@event_priority(100)
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated files, and leave out what else lies in their place.

    Priority 100 comes before mkdocs-jupyter, which looks for notebooks.
    """
    written = [file for file in files if not file.src_uri.startswith(("artifacts/", "c/", "m/"))]
    record = [file for file in files if file.src_uri.startswith(RECORD)]
    texts = {source_of(name): text for name, text in _Build.site.file_texts()}
    generated = [_generated(name, text, config) for name, text in texts.items()]
    sources = texts.keys()
    all_files = [file for file in (*written, *record) if file.src_uri not in sources] + generated
    _Build.texts = {file.src_uri: texts.get(file.src_uri) or _state(file) for file in all_files}
    for file in all_files:
        file.is_modified = partial(_is_modified, file)  # type: ignore[method-assign]
    return Files(all_files)


def _generated(source: str, text: str, config: MkDocsConfig) -> File:
    if not source.endswith(".ipynb"):
        return File.generated(config, source, content=text_to_bytes(text) if not source.endswith(".md") else text)
    # mkdocs-jupyter reads notebooks from the disk.
    folder = Path(config.config_file_path).parent / ".cache/site"
    path = folder / source
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:  # its date says whether it changed
        path.write_text(text, encoding="utf-8")
    return File(source, str(folder), config.site_dir, config.use_directory_urls)


def _state(file: File) -> object:
    """Return what changes if the file is saved or, on a page that shows something, if that may have changed."""
    path = Path(str(file.abs_src_path))
    saved = path.stat().st_mtime_ns if path.exists() else 0
    shows = path.suffix == ".md" and "{{" in path.read_text(encoding="utf-8")
    return saved, _Build.site.stamp if shows else ()


def _is_modified(file: File) -> bool:
    """Return whether `mkdocs serve --dirty` has to make a file again: also if what a page shows has changed."""
    is_made = Path(file.abs_dest_path).exists()
    return not is_made or _Build.last_texts.get(file.src_uri) != _Build.texts.get(file.src_uri)


def on_post_build(**_: object) -> None:
    """Remember what the built pages were made from."""
    _Build.last_texts = _Build.texts


@event_priority(100)
def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Let indented views be indented in full, and add the glossary's references; before mkdocs-macros renders."""
    indented = INDENTED_VIEW.sub(lambda call: f"{call[1]}{call[2]} | indent({len(call[1])}) }}}}", markdown)
    return indented + _Build.site.references(page.file.src_uri)


def on_serve(server: LiveReloadServer, config: MkDocsConfig, **_: object) -> None:
    """Make `mkdocs serve` build after a save of any other file that the site is rendered from, too."""
    root = Path(config.config_file_path).parent
    for path in (root / name for name in (*WATCHED, *_extension(root).folders)):
        if path.is_dir():
            server.watch(str(path))
