"""For `make serve`, where mkdocs builds only pages that changed: a page also changed when something it includes did."""

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

_started: list[float] = []  # mkdocs loads a hook once, and may build many times


@event_priority(100)
def on_config(_: MkDocsConfig) -> None:
    """A build begins: no page was read yet."""
    _started[:] = [time.time()]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Gives every page that is Markdown the answer whether it must be built."""
    for file in files.documentation_pages():
        if file.src_uri.endswith(".md"):
            file.is_modified = partial(_is_modified, file, config)  # type: ignore[method-assign]


def on_post_build(config: MkDocsConfig) -> None:
    """Dates what was built to the start of the build, so that a page saved during a build is built by the next."""
    for path in Path(config.site_dir).rglob("index.html"):
        if path.stat().st_mtime > _started[0]:
            os.utime(path, (_started[0], _started[0]))


def _is_modified(file: File, config: MkDocsConfig) -> bool:
    built = Path(file.abs_dest_path)
    return not built.exists() or any(_date(source) > built.stat().st_mtime for source in _sources(file, config))


def _sources(file: File, config: MkDocsConfig) -> Iterator[Path]:
    """What the page is made from: itself, mkdocs.yml, the artifacts in it, and the facts if it quotes any."""
    text = file.content_string
    included = [*INCLUDED.findall(text), *config.mdx_configs["pymdownx.snippets"]["auto_append"]]
    artifacts = Path(config.docs_dir, "artifacts")
    yield from (Path(config.config_file_path), Path(str(file.abs_src_path)))
    yield from (artifacts / name for name in included)
    if "{{" in text:
        yield artifacts / "scalars.yml"


def _date(path: Path) -> float:
    """When a file was last written; one that is gone is news, and the build says so."""
    return path.stat().st_mtime if path.exists() else float("inf")
