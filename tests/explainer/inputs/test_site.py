"""The order of the pages, as mkdocs.yml has it."""

from pathlib import Path

import pytest

from explainer.inputs.site import read_nav

NAV = """site_url: !ENV [SITE_URL, ""]
nav:
  - Home: index.md
  - Heads:
      - heads/index.md
      - About: [heads/how.md, {By name: heads/name.md}]
  - last.md
markdown_extensions:
  - x:
      slugify: !!python/name:os.path.join
"""


def test_sections_with_all_their_pages_in_order(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(NAV)
    assert read_nav(tmp_path) == (
        ("", ("index.md",)),
        ("Heads", ("heads/index.md", "heads/how.md", "heads/name.md")),
        ("", ("last.md",)),
    )


@pytest.mark.parametrize("text", ["nav: 3", "- a list", "nav: [", "", "nav: [{}, 3, [index.md]]"])
def test_what_is_no_navigation_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "mkdocs.yml").write_text(text)
    assert not [page for _, inside in read_nav(tmp_path) for page in inside if page != "index.md"]
    assert read_nav(tmp_path / "nowhere") == ()
