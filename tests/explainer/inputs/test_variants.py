"""Programs that the build writes for older libraries, and the two ways to have one. No torch."""

import ast
from pathlib import Path

import pytest

from explainer.errors import UserError
from explainer.inputs.code_digest import normalised_source
from explainer.inputs.library_versions import Libraries, LibrarySet, read_libraries
from explainer.inputs.snippets import SETTINGS, read_snippets
from explainer.inputs.variants import digest_with_variants, port, read_variants, variant_of

LIBRARY = "transformers"
SNIPPET = '''"""A claim about transformers, the library.

transformers.BertModel is in this text, and stays.
"""

import logging

import torch
import transformers
from torch import nn
from torch import transformers as others
from transformers import BertConfig
from transformers.modeling_utils import PreTrainedModel  # a comment

ports = ("a_library",)

logging.getLogger("transformers").setLevel(1)
logging.getLogger('transformers.modeling_utils').setLevel(1)
café = f"transformers {transformers.__version__}", "transformers are many", "transformers"
assert "transformers" in café[0], "no transformers"
'''
PORTED = '''"""A claim about transformers, the library.

transformers.BertModel is in this text, and stays.
"""

import logging

import a_library
import torch
from a_library import BertConfig
from a_library.modeling_utils import PreTrainedModel  # a comment
from torch import nn
from torch import transformers as others

logging.getLogger("a_library").setLevel(1)
logging.getLogger('a_library.modeling_utils').setLevel(1)
café = f"transformers {a_library.__version__}", "transformers are many", "a_library"
assert "a_library" in café[0], "no transformers"
'''


def test_a_port_has_the_library_s_name_where_it_is_a_name_and_its_imports_in_order() -> None:
    assert port(SNIPPET, "a_library", LIBRARY) == PORTED


def test_an_import_that_grows_too_wide_has_lines_of_its_own() -> None:
    names = "BertForMaskedLM, BertForPreTraining as Both"
    source = f'"""A claim."""\n\nfrom transformers import {names}\n\nassert Both\n'
    assert port(source, "a" * 40, LIBRARY) == (
        f'"""A claim."""\n\nfrom {"a" * 40} import (\n    BertForMaskedLM,\n    BertForPreTraining as Both,\n)\n\n'
        "assert Both\n"
    )


def test_a_setting_among_others_leaves_no_gap() -> None:
    source = '"""A claim."""\n\nimport transformers\n\ncheckpoint = "a"\nports = ("b",)\n\nassert transformers\n'
    assert port(source, "b", LIBRARY) == '"""A claim."""\n\nimport b\n\ncheckpoint = "a"\n\nassert b\n'


def test_every_shipped_port_is_the_same_claim_of_the_other_library_alone(root: Path) -> None:
    snippets, libraries = read_snippets(root), read_libraries(root)
    variants = read_variants(root, snippets, libraries)
    generated = [(snippet, module) for snippet in snippets for module in snippet.ports]
    assert len(generated) >= 90
    for snippet, module in generated:
        ported = variant_of(root, snippet, module, LIBRARY)
        assert (module, ported.source) in variants[snippet.key]
        assert ported.claim == snippet.claim
        assert (ported.checkpoint_id, ported.ports) == (snippet.checkpoint_id, ())
        tops = {name.partition(".")[0] for name in ported.imports}
        assert module in tops, ported.path
        assert LIBRARY not in tops, ported.path
        assert not [node for node in ast.walk(ast.parse(ported.source)) if getattr(node, "id", "") == LIBRARY]
        back = port(ported.source, LIBRARY, module)
        assert normalised_source(back, SETTINGS) == normalised_source(snippet.source, SETTINGS), ported.path


def test_few_variants_are_written_by_hand(root: Path) -> None:
    """A copy with another name in it is a port, and no file."""
    by_hand = sorted(root.glob("snippets/*/*.*.py"))
    assert len(by_hand) <= 25
    for path in by_hand:
        name, module, _ = path.name.split(".")
        written = port(path.with_name(f"{name}.py").read_text(encoding="utf-8"), module, LIBRARY)
        assert normalised_source(written) != normalised_source(path.read_text(encoding="utf-8")), path


SETS = [LibrarySet("old-library", "1", is_older_library=True), LibrarySet(LIBRARY, "1")]
CLAIM = '"""A claim."""\n\nimport transformers\n\nports = ("old_library",)\n\nassert transformers\n'


def variants_of(tmp_path: Path, source: str) -> dict[str, tuple[tuple[str, str], ...]]:
    path = tmp_path / "snippets/topic/one.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
    return read_variants(tmp_path, read_snippets(tmp_path), Libraries(SETS, [], frozenset(), {}, library=LIBRARY))


def test_a_snippet_without_ports_has_no_variants(tmp_path: Path) -> None:
    assert variants_of(tmp_path, CLAIM.replace('ports = ("old_library",)', "")) == {}
    assert variants_of(tmp_path, CLAIM.replace('("old_library",)', "()")) == {}
    found = variants_of(tmp_path, CLAIM)
    assert found == {"topic/one": (("old_library", '"""A claim."""\n\nimport old_library\n\nassert old_library\n'),)}


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"old_library"', '"new_library"', "5: `ports` names 'new_library'; library_versions.yml has old_library"),
        ('"old_library"', '"transformers"', "5: `ports` names 'transformers'; library_versions.yml has old_library"),
        ('"old_library",', '"old_library", "old_library"', "5: `ports` names old_library twice"),
        ("transformers", "torch", "5: `ports` in a snippet that does not import transformers"),
        ('("old_library",)', '"old_library"', "5: `ports` is reserved and must be a tuple of strings"),
        ('("old_library",)', "(1,)", "5: `ports` is reserved and must be a tuple of strings"),
        ('("old_library",)', "tuple('ab')", "5: `ports` is reserved and must be a tuple of strings"),
    ],
)
def test_bad_ports_are_one_clear_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with pytest.raises(UserError) as caught:
        variants_of(tmp_path, CLAIM.replace(old, new))
    assert caught.value.lines[0].startswith(f"snippets/topic/one.py:{complaint}")


def test_a_variant_by_hand_and_a_port_are_one_too_many(tmp_path: Path) -> None:
    variants_of(tmp_path, CLAIM)
    (tmp_path / "snippets/topic/one.old_library.py").write_text('"""A claim."""\n\nassert True\n')
    with pytest.raises(UserError, match=r"5: `ports` names old_library, but one\.old_library\.py is written by hand"):
        variants_of(tmp_path, CLAIM)


def test_the_digest_of_a_claim_is_of_all_that_runs_for_it(tmp_path: Path) -> None:
    def digest(source: str) -> str:
        variants = variants_of(tmp_path, source)
        return digest_with_variants(read_snippets(tmp_path)[0], variants.get("topic/one", ()))

    first = digest(CLAIM)
    assert digest(CLAIM + "# a comment\n") == first
    assert digest(CLAIM.replace("A claim", "The same claim")) == first
    assert digest(CLAIM.replace("assert transformers", "assert transformers.nn")) != first
    without = digest(CLAIM.replace('("old_library",)', "()"))
    assert without != first  # the snippet itself runs under the old library instead
    (tmp_path / "snippets/topic/one.old_library.py").write_text('"""A claim."""\n\nassert True\n')
    assert digest(CLAIM.replace('("old_library",)', "()")) not in (first, without)
