"""The site as mkdocs builds it: strict, whole, and asking nothing of another host. No torch."""

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]


def mkdocs(folder: Path, site: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SITE_URL": "", **environment}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = mkdocs(ROOT, folder)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stdout + done.stderr
    return folder


class Loads(HTMLParser):
    """What a page makes the browser fetch (not where it links to)."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        rel = given.get("rel") or ""
        if tag == "link" and rel not in ("canonical", "next", "prev"):
            self.urls.append(given.get("href") or "")
        elif tag != "a" and given.get("src"):
            self.urls.append(given["src"] or "")


def loads(html: str) -> list[str]:
    parser = Loads()
    parser.feed(html)
    return parser.urls


def test_no_page_asks_another_host(site: Path) -> None:
    for path in site.rglob("*.html"):
        assert [url for url in loads(path.read_text(encoding="utf-8")) if urlsplit(url).netloc] == [], path
    for path in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", path.read_text(encoding="utf-8")), path


def test_that_check_can_fail() -> None:
    assert loads('<script src="https://cdn.example/x.js"></script>') == ["https://cdn.example/x.js"]
    assert loads('<link rel="stylesheet" href="//fonts.example/x.css"><a href="https://fine.example">x</a>') == [
        "//fonts.example/x.css"
    ]


def test_every_page_shows_its_panels_and_no_unrendered_braces(site: Path) -> None:
    for path in site.rglob("index.html"):
        html = path.read_text(encoding="utf-8")
        assert "{{" not in html, path
        assert "--8&lt;--" not in html, path
    assert (site / "padding-embeddings/index.html").read_text().count('class="panel"') >= 6


def test_artifacts_are_no_pages_but_snippets_can_be_downloaded(site: Path) -> None:
    assert not list((site / "artifacts").rglob("*.html"))
    for path in ROOT.glob("snippets/*/*.py"):
        copy = site / "artifacts" / path.relative_to(ROOT)
        assert copy.read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[a link](nowhere.md)", "nowhere.md"),
        ("[a link](../weight-tying/index.md#no-such-claim)", "no-such-claim"),
        ("[a link](#no-such-claim)", "no-such-claim"),
        ("{{ facts.padding_embeddings.nothing.once.norm }}", "nothing"),
        ('--8<-- "panels/nothing.md"', "nothing.md"),
        ("[absolute](/weight-tying/)", "/weight-tying/"),
    ],
)
def test_the_strict_build_refuses(tmp_path: Path, text: str, complaint: str) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copytree(ROOT / "overrides", tmp_path / "overrides")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    with (tmp_path / "docs/padding-embeddings/index.md").open("a") as page:
        page.write(f"\n{text}\n")
    done = mkdocs(tmp_path, tmp_path / "site")
    assert done.returncode != 0
    assert complaint in done.stdout + done.stderr


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


def test_with_an_address_the_picture_is_absolute_and_there(tmp_path: Path) -> None:
    done = mkdocs(ROOT, tmp_path, SITE_URL="https://bert.example/docs/")
    assert done.returncode == 0, done.stderr
    for path in tmp_path.rglob("index.html"):
        html = path.read_text(encoding="utf-8")
        assert unsaid(html, address="https://bert.example/docs/") == [], path
        assert meta(html).says["og:url"].startswith("https://bert.example/docs/")
    assert (tmp_path / "artifacts/card.png").read_bytes() == (ROOT / "docs/artifacts/card.png").read_bytes()


def test_a_missing_page_leads_on_from_any_depth(site: Path) -> None:
    html = (site / "404.html").read_text(encoding="utf-8")
    assert "This page is not here" in html
    assert astray(html, site) == []
    assert {"/loading/", "/weight-tying/", "/padding-embeddings/"} <= set(meta(html).links)


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
