"""What the pages say of themselves, and what helps a reader who is lost. No torch."""

import re
import shutil
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]


class Meta(HTMLParser):
    """What a page says of itself in its head, and where it links to."""

    def __init__(self) -> None:
        super().__init__()
        self.says: dict[str, str] = {}
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "meta":
            self.says[given.get("property") or given.get("name") or ""] = given.get("content", "")
        elif tag == "a" and "href" in given:
            self.links.append(given["href"])


def meta(html: str) -> Meta:
    parser = Meta()
    parser.feed(html)
    return parser


def unsaid(html: str, *, address: str = "") -> list[str]:
    """What a link to this page would not show, or would show wrongly."""
    says = meta(html).says
    found = [
        name for name in ("description", "og:title", "og:description", "og:type", "twitter:card") if not says.get(name)
    ]
    image = says.get("og:image", "")
    if address and image != f"{address}artifacts/card.png":
        found.append(f"og:image {image!r}")
    if not address and image:
        found.append(f"og:image {image!r} without an address of the site")
    return found


def astray(html: str, site: Path) -> list[str]:
    """Links of a page served at any depth (404.html) that lead nowhere."""
    within = [urlsplit(link).path for link in meta(html).links if not urlsplit(link).netloc and urlsplit(link).path]
    return [
        path
        for path in within
        if not path.startswith("/") or not ((site / path[1:]).is_file() or (site / path[1:] / "index.html").is_file())
    ]


def test_every_page_says_what_a_link_to_it_shows(site: Path) -> None:
    titles = []
    for path in site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        assert unsaid(html) == [], path
        titles.append(re.findall(r"<title>(.*?)</title>", html)[0])
    assert len(titles) == len(set(titles)), "two pages have the same title"


def test_with_an_address_the_picture_is_absolute_and_there(
    tmp_path: Path,
    small_site: Path,
    build_site: Callable[..., "subprocess.CompletedProcess[str]"],
) -> None:
    """On a small site: what every page says of itself is in the theme's templates, which it has from us."""
    folder = shutil.copytree(small_site, tmp_path / "site")
    done = build_site("mkdocs", folder, SITE_URL="https://bert.example/docs/")
    assert done.returncode == 0, done.stderr
    for path in (folder / "site").rglob("index.html"):
        html = path.read_text(encoding="utf-8")
        assert unsaid(html, address="https://bert.example/docs/") == [], path
        assert meta(html).says["og:url"].startswith("https://bert.example/docs/")
    assert (folder / "site/artifacts/card.png").read_bytes() == (ROOT / "docs/artifacts/card.png").read_bytes()


def test_a_missing_page_leads_on_from_any_depth(site: Path) -> None:
    html = (site / "404.html").read_text(encoding="utf-8")
    assert "This page is not here" in html
    assert astray(html, site) == []
    assert {"/loading/", "/tying/", "/padding/"} <= set(meta(html).links)


def test_these_checks_can_fail(site: Path) -> None:
    assert unsaid('<meta property="og:title" content=""><meta name="description" content="x">') == [
        "og:title",
        "og:description",
        "og:type",
        "twitter:card",
    ]
    whole = (site / "index.html").read_text(encoding="utf-8")
    assert unsaid(whole, address="https://bert.example/") == ["og:image ''"]
    assert unsaid(whole + '<meta property="og:image" content="/x.png">') != []
    assert astray('<a href="loading/">x</a><a href="/nowhere/">x</a><a href="/loading/">x</a>', site) == [
        "loading/",
        "/nowhere/",
    ]
