"""Pins are raised to what is installed, and only pins."""

from pathlib import Path

import pytest

from explainer import raise_pins as pins

VERSIONS = {
    "torch": ("torch", "2.15.0"),
    "huggingface-hub": ("huggingface_hub", "2.5.0"),
    "new-thing": ("new-thing", "1.0"),
    "pip": ("pip", "26.0"),
}


def test_a_pin_is_raised_whatever_its_spelling_and_all_else_stays() -> None:
    before = "# To measure.\ntorch==2.13.0\nhuggingface-hub==2.4.0 # all\naccelerate==1.0\nmodel==1 --hash=sha256:0\n"
    after = "# To measure.\ntorch==2.15.0\nhuggingface-hub==2.5.0 # all\naccelerate==1.0\nmodel==1 --hash=sha256:0\n"
    assert pins.raise_pins(before, {**VERSIONS, "model": ("model", "2")}) == after
    assert pins.raise_pins(after, VERSIONS) == after


def test_only_what_is_pinned_is_raised_in_all_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pins, "installed_versions", lambda: VERSIONS)
    folder = tmp_path / "requirements"
    folder.mkdir()
    (folder / "build.txt").write_text("-c constraints.txt\ntorch==2.13.0\n")
    (folder / "models.txt").write_text("new-thing==0.1 --hash=sha256:0\n")
    (folder / "constraints.txt").write_text("huggingface_hub==2.4.0\ntorch==2.13.0\n")
    pins.main(tmp_path)
    assert (folder / "build.txt").read_text() == "-c constraints.txt\ntorch==2.15.0\n"
    assert (folder / "models.txt").read_text() == "new-thing==0.1 --hash=sha256:0\n"
    assert (folder / "constraints.txt").read_text() == "huggingface_hub==2.5.0\ntorch==2.15.0\n"
    assert capsys.readouterr().err.count("raised pins") == 2


APART = ("benchmark.txt", "extra.txt", "gpu.txt", "models.txt")


def test_the_committed_pins_agree_with_each_other(root: Path) -> None:
    """What a file in `requirements/` pins, `constraints.txt` there pins at the same version."""
    folder = root / "requirements"
    constraints = set((folder / "constraints.txt").read_text(encoding="utf-8").splitlines())
    files = {path.name: path.read_text(encoding="utf-8").splitlines() for path in folder.glob("*.txt")}
    assert {*APART, "build.txt", "site.txt", "test.txt"} < files.keys()
    for name, lines in files.items():
        assert name in APART or {line for line in lines if pins.PIN.match(line)} <= constraints


def test_what_is_installed_with_its_needs_is_installed_under_the_constraints(root: Path) -> None:
    """Without them pip takes the newest release of whatever a library needs: other numbers, and CUDA's gigabytes."""
    for path in (root / "requirements").glob("*.txt"):
        # The last three go in with --no-deps.
        alone = path.name in ("constraints.txt", "benchmark.txt", "extra.txt", "models.txt")
        assert alone or "-c constraints.txt" in path.read_text(encoding="utf-8").splitlines(), path


def test_a_build_of_a_version_is_that_version() -> None:
    assert not [version for _, version in pins.installed_versions().values() if "+" in version]
    assert "torch" in pins.installed_versions() or "pytest" in pins.installed_versions()
