"""Check that libraries in a folder of their own are found by the snippets that import them, and by no other."""

from pathlib import Path

from explainer.measure import extra_packages


def test_a_snippet_that_imports_one_gets_the_folder(tmp_path: Path) -> None:
    (tmp_path / "peft").mkdir()
    (tmp_path / "single.py").write_text("")
    assert extra_packages.folder_for(["torch", "peft.utils.LoraConfig"], tmp_path) == str(tmp_path)
    assert extra_packages.folder_for(["single"], tmp_path) == str(tmp_path)


def test_the_others_do_not(tmp_path: Path) -> None:
    (tmp_path / "peft").mkdir()
    assert extra_packages.folder_for(["torch", "transformers.BertConfig"], tmp_path) is None
    assert extra_packages.folder_for(["peft"], tmp_path / "not-there") is None


def test_its_version_is_read_there(tmp_path: Path) -> None:
    metadata = tmp_path / "some_thing-1.2.dist-info/METADATA"
    metadata.parent.mkdir()
    metadata.write_text("Metadata-Version: 2.1\nName: some-thing\nVersion: 1.2\n")
    assert extra_packages.version("some-thing", tmp_path) == "1.2"
    assert extra_packages.version("torch", tmp_path) is None


def test_extra_packages_are_not_in_the_environment(root: Path) -> None:
    """Compare the pinned lists: else every snippet would find them. On a GPU accelerate is in both."""
    pinned = (root / "requirements/extra.txt").read_text(encoding="utf-8")
    build = (root / "requirements/build.txt").read_text(encoding="utf-8")
    assert "peft==" in pinned
    assert not [line for line in pinned.splitlines() if "==" in line and line.partition("==")[0] + "==" in build]
