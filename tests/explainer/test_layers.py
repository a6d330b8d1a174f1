import subprocess
import sys
from pathlib import Path


def test_nothing_right_of_the_facts_imports_torch(root: Path) -> None:
    code = (
        "import sys, explainer.build.command, explainer.render.files, explainer.measure.runner; "
        "print([name for name in ('torch', 'transformers', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert done.stdout.strip() == "[]"


def test_measure_and_render_never_import_each_other(root: Path) -> None:
    for one, other in (("measure", "render"), ("render", "measure")):
        for path in (root / "explainer" / one).rglob("*.py"):
            assert f"explainer.{other}" not in path.read_text(encoding="utf-8"), path


def test_the_machinery_knows_nothing_of_the_topics(root: Path) -> None:
    topics = [path.name for path in (root / "snippets").iterdir() if path.is_dir()]
    topics.remove("versions")  # of libraries, which the machinery does know
    for path in (root / "explainer").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [topic for topic in topics if f'"{topic}' in text or "BertModel(" in text], path
