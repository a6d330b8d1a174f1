"""What the pages say of themselves, and what helps a reader who is lost. No torch."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from explainer.inputs.site import read_nav
from explainer.render.context import address
from tests.site.built import ENGINES, ROOT, linked, pages, read


class Meta(HTMLParser):
    """What a page says of itself in its head, and where it links to."""

    def __init__(self) -> None:
        super().__init__()
        self.says: dict[str, str] = {}
        self.links: list[str] = []
        self.heads: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "meta":
            self.says[given.get("property") or given.get("name") or ""] = given.get("content", "")
        elif tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in ("a", "link") and "rel" in given:
            self.heads[given["rel"]] = given.get("href", "")


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
    if address and image != f"{address}assets/card.png":
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
    for path in pages(site):
        html = read(path)
        assert unsaid(html.partition("</head>")[0]) == [], path
        titles.append(re.findall(r"<title>(.*?)</title>", html)[0])
    assert len(titles) == len(set(titles)), "two pages have the same title"


# Where the next step of a sentence is a repository that has no address.
NOWHERE = re.compile(r"\b[Cc]lone (?:it|the repository)\b|\ba clone of the repository\b|git clone")


def offers(html: str, repository: str, source: str) -> list[str]:
    """What a page offers though it leads nowhere, or does not offer though it could; `source` is empty if generated."""
    found = meta(linked(html))
    edit = f"{repository}/edit/main/docs/{source}" if repository and source else ""
    article = html.partition("<article")[2].partition("</article>")[0]
    wrong = [] if found.heads.get("edit", "") == edit else [f"edit {found.heads.get('edit', '')!r}, not {edit!r}"]
    if not repository:
        wrong += [f"says {said!r}, and not where" for said in NOWHERE.findall(re.sub(r"<[^>]+>", "", article))]
    if (repository in found.links) != bool(repository):
        wrong.append("the repository's own link")
    return wrong


def test_without_addresses_no_page_offers_what_leads_nowhere(site: Path) -> None:
    for path in site.rglob("index.html"):
        assert offers(path.read_text(encoding="utf-8"), "", "") == [], path


REPOSITORY, ADDRESS = "https://github.com/someone/bert", "https://bert.example/docs/"


@pytest.mark.parametrize("engine", ENGINES)
def test_with_addresses_a_page_says_its_own_and_where_to_edit_it(
    engine: str,
    tmp_path: Path,
    small_site: Path,
    build_site: Callable[..., "subprocess.CompletedProcess[str]"],
) -> None:
    """On a small site: what every page says of itself is in the theme's templates, which it has from us."""
    folder = shutil.copytree(small_site, tmp_path / "site")
    step = next(line for line in (ROOT / "docs/labs/index.md").read_text().splitlines() if "config.repo_url" in line)
    with (folder / "docs/index.md").open("a", encoding="utf-8") as home:
        home.write(f"\n{step}\n\n[checkpoint]: index.md\n")
    done = build_site(engine, folder, SITE_URL=ADDRESS, REPO_URL=REPOSITORY)
    assert done.returncode == 0, done.stderr
    sources = {"": "index.md", "sums/": "sums/index.md", "c/four/": ""}
    for page, source in sources.items():
        html = (folder / "site" / page / "index.html").read_text(encoding="utf-8")
        assert unsaid(html, address=ADDRESS) == [], page
        assert meta(html).says["og:description"] == meta(html).says["description"]
        assert meta(html).says["og:url"] == meta(html).heads["canonical"] == ADDRESS + page
        assert offers(html, REPOSITORY, source) == [], page
    assert f'Clone <a href="{REPOSITORY}">this site' in (folder / "site/index.html").read_text(encoding="utf-8")
    assert f"<loc>{ADDRESS}sums/</loc>" in (folder / "site/sitemap.xml").read_text(encoding="utf-8")
    assert (folder / "site/assets/card.png").read_bytes() == (ROOT / "docs/assets/card.png").read_bytes()


def strays(site: Path, pages: list[str]) -> list[str]:
    """Pages whose foot does not lead to the next one in the navigation, under that page's own heading."""
    html = {page: (site / address(page) / "index.html").read_text(encoding="utf-8") for page in pages}
    text = {page: text_of(re.findall(r"<h1[^>]*>(.*?)<a class=.headerlink", shown)[0]) for page, shown in html.items()}
    leads = {
        page: re.findall(r'md-footer__link--next" aria-label="Next: (.*?)"', shown) for page, shown in html.items()
    }
    return [page for page, after in pairwise(pages) if [text_of(unescape(one)) for one in leads[page]] != [text[after]]]


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html)).strip()


def test_one_can_read_on_from_page_to_page(site: Path) -> None:
    pages = [page for _, inside in read_nav(ROOT) for page in inside]
    assert len(pages) > 30
    assert strays(site, pages) == []
    assert strays(site, [*pages[:2], *pages[3:]]) == pages[1:2]


def test_programs_are_told_what_there_is_and_where(each_site: Path) -> None:
    """Every address in `llms.txt` and `claims.json` is a page."""
    llms = (each_site / "llms.txt").read_text(encoding="utf-8")
    claims = json.loads((each_site / "claims.json").read_bytes())["claims"]
    addresses = [*re.findall(r"\]\((.*?)\)", llms), *(one["address"] for one in claims)]
    assert len(claims) > 250
    assert len(addresses) == len(set(addresses)) > len(claims) + 30
    assert [one for one in addresses if not (each_site / one).exists()] == []
    explained = [one["explained"].partition("#") for one in claims if one["explained"]]
    pages = {page: read(each_site / page / "index.html") for page, _, _ in explained}
    assert [anchor for page, _, anchor in explained if anchor and f'id="{anchor}"' not in pages[page]] == []


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
    assert offers(whole, "https://github.com/b", "index.md") == [
        "edit '', not 'https://github.com/b/edit/main/docs/index.md'",
        "the repository's own link",
    ]
    edit = '<a rel="edit" href="https://github.com/b/edit/main/docs/c/x.md">'
    assert offers(f"<article>{edit}First, clone the repository.</article>", "", "") == [
        "edit 'https://github.com/b/edit/main/docs/c/x.md', not ''",
        "says 'clone the repository', and not where",
    ]
    assert astray('<a href="loading/">x</a><a href="/nowhere/">x</a><a href="/loading/">x</a>', site) == [
        "loading/",
        "/nowhere/",
    ]
