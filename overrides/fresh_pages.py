"""Tell `mkdocs serve --dirty` (`make serve`) that a page changed if a file that it includes or quotes changed."""

import os
import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files

INCLUDED = re.compile(r'^ *-+8<-+ "([^"]+)"', re.MULTILINE)

# When this build began, in seconds. A list, because mkdocs loads a hook once and may build many times.
_build_start: list[float] = []


@event_priority(100)
def on_config(_: MkDocsConfig) -> None:
    """Note when the build began, before it reads a page."""
    _build_start[:] = [time.time()]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Replace mkdocs' own check in every Markdown page, which compares the page's file alone."""
    for file in files.documentation_pages():
        if file.src_uri.endswith(".md"):
            file.is_modified = partial(_is_modified, file, config)  # type: ignore[method-assign]


def on_post_build(config: MkDocsConfig) -> None:
    """Date the built pages to the start of the build, so that the next one builds a page that was saved meanwhile."""
    for path in Path(config.site_dir).rglob("index.html"):
        if path.stat().st_mtime > _build_start[0]:
            os.utime(path, (_build_start[0], _build_start[0]))


def _is_modified(file: File, config: MkDocsConfig) -> bool:
    """Return whether one of a page's sources is newer than the built page, or that is not there."""
    built_page = Path(file.abs_dest_path)
    return not built_page.exists() or any(
        _time_of_change(source) > built_page.stat().st_mtime for source in _sources(file, config)
    )


def _sources(file: File, config: MkDocsConfig) -> Iterator[Path]:
    """Yield the files that a page is made from: its own, mkdocs.yml, included artifacts, and the facts if it quotes."""
    text = file.content_string
    included = [*INCLUDED.findall(text), *config.mdx_configs["pymdownx.snippets"]["auto_append"]]
    artifacts = Path(config.docs_dir, "artifacts")
    yield from (Path(config.config_file_path), Path(str(file.abs_src_path)))
    yield from (artifacts / name for name in included)
    if "{{" in text:
        yield artifacts / "scalars.yml"


def _time_of_change(path: Path) -> float:
    """Return when a file was last written, in seconds; infinity if it is gone, so that the build reports it."""
    return path.stat().st_mtime if path.exists() else float("inf")
