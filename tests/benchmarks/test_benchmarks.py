"""What the benchmark writes and says; never its timings."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks import figures, inspection, peers, peers_sites, serve
from tests.conftest import ROOT

PROGRAMS = sorted(peers_sites.PROGRAMS.rglob("*.py"))


def shown_in(site: Path) -> str:
    """The programs as a peer's pages hold them."""
    notebooks = [json.loads(path.read_text()) for path in site.rglob("*.ipynb")]
    cells = [cell["source"] for notebook in notebooks for cell in notebook["cells"]]
    return "\n".join([*cells, *(path.read_text() for path in site.rglob("*.md")), *programs_in(site)])


def programs_in(site: Path) -> list[str]:
    return [path.read_text() for path in site.rglob("*.py")]


@pytest.mark.parametrize("peer", peers_sites.PEERS, ids=lambda peer: peer.name)
def test_each_peer_gets_the_same_programs_on_six_pages(tmp_path: Path, peer: peers_sites.Peer) -> None:
    peers_sites.write_site(peer, tmp_path)
    assert len(PROGRAMS) == 24
    text = shown_in(tmp_path)
    assert [path.name for path in PROGRAMS if path.read_text() not in text] == []
    pages = [path for path in (tmp_path / "docs").rglob("*") if path.suffix in {".md", ".ipynb"}]
    assert len(pages) == 7  # the home page, too


@pytest.mark.parametrize("peer", peers_sites.PEERS, ids=lambda peer: peer.name)
def test_an_edit_changes_one_program_and_says_so_if_it_is_not_there(tmp_path: Path, peer: peers_sites.Peer) -> None:
    peers_sites.write_site(peer, tmp_path)
    for number in (1, 2):
        peers_sites.edit(peer, tmp_path, number)
        text = shown_in(tmp_path)
        assert [path.stem for path in PROGRAMS if path.read_text() not in text] == ["pad_row_is_not_zero"]
        assert f"> 0.1{number} * median_norm" in text
    (tmp_path / peer.edited).write_text("nothing")
    with pytest.raises(ValueError, match="holds the program 0 times"):
        peers_sites.edit(peer, tmp_path, 3)


def test_our_site_is_one_that_the_engine_reads(tmp_path: Path) -> None:
    peers_sites.write_site(peers_sites.OURS, tmp_path)
    command = [sys.executable, "build_artifacts.py", "--list", "--root", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" · once") == 24


def test_a_bound_that_is_missed_is_named_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    report = figures.Report()
    assert report.seconds("quick", [0.1, 0.3, 0.2], 0.2) == 0.2
    report.ratio("times", 5.0, 5.0)
    report.times_at_most("at most", 1.3, 1.3)
    report.fact("a peer", "stale", None)
    assert report.finish() == 0
    report.seconds("slow", [0.3], 0.2)
    report.ratio("too few times", 4.9, 5.0)
    report.fact("ours", "stale", False)
    report.times_at_most("too many times", 1.31, 1.3)
    assert report.finish() == 1
    said = capsys.readouterr()
    assert said.err == "missed: slow, too few times, ours, too many times\n"
    assert (said.out.count("holds"), said.out.count("MISSED")) == (3, 4)


def test_a_command_that_fails_ends_the_benchmark(tmp_path: Path) -> None:
    seconds, printed = figures.run([sys.executable, "-c", "print('fine')"], tmp_path)
    assert (seconds > 0, printed) == (True, "fine\n")
    with pytest.raises(SystemExit, match="exit status 3"):
        figures.run([sys.executable, "-c", "raise SystemExit(3)"], tmp_path)


def test_a_page_that_never_shows_the_edit_is_an_error() -> None:
    with pytest.raises(TimeoutError, match="did not show 'a sentence'"):
        serve.wait_for("http://127.0.0.1:1/", "a sentence", patience=0.1)


def test_every_step_has_its_bounds() -> None:
    assert set(peers.BOUNDS) == set(peers.STEPS)
    assert all(peers_sites.MKDOCS_JUPYTER in bounds for bounds in peers.BOUNDS.values())


def costs(
    *, load: float = 4.0, full: float = 0.3, further: float = 0.13, peak: float = 50.0
) -> dict[str, inspection.Cost]:
    names = inspection.programs_for("safetensors", "small", "large")
    found = {name: inspection.Cost(0.1, 0.1, 50.0) for name in names}
    work = {"from_pretrained": load, "the report, --full": full, "Path.read_bytes": 0.3}
    found |= {name: inspection.Cost(seconds, seconds, 50.0) for name, seconds in work.items()}
    found["4 times as much, read into one buffer"] = inspection.Cost(0.2, 0.2, 50.0)
    found["the report of 4 times as much, --full"] = inspection.Cost(1.0, full + further, peak)
    return found


@pytest.mark.parametrize(
    ("change", "missed"),
    [
        ({}, ""),
        ({"load": 2.9}, "faster than from_pretrained"),
        ({"full": 0.5}, "beside Path.read_bytes"),
        ({"further": 0.14}, "each byte"),
        ({"peak": 55.0}, "--full, memory"),
    ],
)
def test_each_bound_of_an_inspection_can_be_missed(change: dict[str, float], missed: str) -> None:
    report = figures.Report()
    inspection.judge(report, "safetensors", costs(**change))
    assert len(report.missed) == bool(missed)
    assert missed in "".join(report.missed)
