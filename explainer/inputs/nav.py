"""Reads the order of the pages from `mkdocs.yml`, in which a reader meets them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from explainer.inputs.yaml_files import FastLoader

Section = tuple[str, tuple[str, ...]]  # its title, empty for pages that stand by themselves, and its pages


class _Loader(FastLoader):  # type: ignore[misc,valid-type]
    """The tags of mkdocs stand for values that no order depends on."""


_Loader.add_multi_constructor("!", lambda *_: None)
_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


def read_nav(root: Path) -> tuple[Section, ...]:
    """The sections of the site, in order; none without a `nav`. What is wrong with the file, mkdocs says."""
    try:
        config = yaml.load((root / "mkdocs.yml").read_text(encoding="utf-8"), _Loader)  # noqa: S506  # a SafeLoader
    except (OSError, ValueError, yaml.YAMLError):
        return ()
    nav = config.get("nav") if isinstance(config, dict) else None
    return tuple(_sections(nav)) if isinstance(nav, list) else ()


def _sections(nav: list[Any]) -> Iterator[Section]:
    for entry in nav:
        title, inside = next(iter(entry.items())) if isinstance(entry, dict) and entry else ("", entry)
        if isinstance(inside, list):
            yield str(title), tuple(_pages(inside))
        else:
            yield "", tuple(_pages(entry))


def _pages(entry: Any) -> Iterator[str]:
    """Every page below an entry, however deep."""
    if isinstance(entry, str):
        yield entry
    for inside in entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ():
        yield from _pages(inside)
