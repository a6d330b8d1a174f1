"""Test the head for all-MiniLM: its text, a training on a few sentences, and the merge of the result."""

import gzip
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.forked import run_forked

FOLDER = Path(__file__).resolve().parents[2] / "checkpoints/minilm-mlm"
WORDNET = """cat
    n 1: feline mammal usually having thick soft fur and no ability
         to roar: domestic cats; "the cat slept on the warm stone" [syn: {cat}, {true cat}]
    2: an informal term for a youth or man; "a nice guy"

dog
    n 1: a member of the genus Canis
"""
GCIDE = """Cat
   Cat \\Cat\\ (k[a^]t), n.

      1. (Zool.) An animal of various species of the genera Felis.
         [1913 Webster]

               The cat will mew and the dog will have his day.
                                                    --Shak.
         [1913 Webster]
"""


def loaded(name: str) -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        spec = importlib.util.spec_from_file_location(f"minilm_{name}", FOLDER / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        patch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
        yield module


@pytest.fixture(scope="module")
def dictionaries() -> Iterator[ModuleType]:
    yield from loaded("dictionaries")


@pytest.fixture(scope="module")
def merge() -> Iterator[ModuleType]:
    yield from loaded("merge")


def test_wordnet_gives_glosses_and_examples(dictionaries: ModuleType) -> None:
    assert [sentence for sentence in dictionaries.of_wordnet(WORDNET) if dictionaries.fits(sentence)] == [
        "the cat slept on the warm stone.",
        "feline mammal usually having thick soft fur and no ability to roar: domestic cats.",
        "an informal term for a youth or man.",
        "a member of the genus Canis.",
    ]


def test_gcide_gives_definitions_and_quotations(dictionaries: ModuleType) -> None:
    sentences = [sentence for sentence in dictionaries.of_gcide(GCIDE) if dictionaries.fits(sentence)]
    assert "An animal of various species of the genera Felis." in sentences
    assert "The cat will mew and the dog will have his day." in sentences


def test_a_missing_dictionary_is_one_line(dictionaries: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(dictionaries.TextMissing, match="apt-get install dict-wn dict-gcide"):
        dictionaries.read_sentences(tmp_path)
    for name in dictionaries.SHA256_BY_FILE:
        (tmp_path / name).write_bytes(gzip.compress(b"another edition"))
    with pytest.raises(dictionaries.TextMissing, match="another release"):
        dictionaries.read_sentences(tmp_path)


@settings(deadline=None)
@given(st.permutations(range(16)), st.integers(0, 2**32 - 1))
def test_a_merge_has_the_same_bits_in_whatever_order_it_adds(order: list[int], seed: int) -> None:
    random = np.random.default_rng(seed)
    a, b = (random.normal(size=shape).astype(np.float16).astype(np.float64) for shape in ((16, 6), (5, 16)))
    assert np.array_equal(b @ a, b[:, order] @ a[order])


def test_a_merge_adds_the_update_and_takes_the_head(merge: ModuleType) -> None:
    half = np.float16
    base = {"encoder.x.weight": np.eye(2, dtype=np.float32), "pooler.dense.bias": np.zeros(2, np.float32)}
    update = {
        "bert.encoder.x.a": np.array([[1, 2]], half),
        "bert.encoder.x.b": np.array([[0.5], [0]], half),
        "cls.predictions.bias": np.array([3], half),
    }
    tensors = merge.merged(base, update)
    assert tensors["bert.encoder.x.weight"].tolist() == [[1.5, 1], [0, 1]]
    assert {name: tensor.dtype for name, tensor in tensors.items()} == dict.fromkeys(
        ["bert.encoder.x.weight", "bert.pooler.dense.bias", "cls.predictions.bias"], np.float32
    )


def test_a_wrong_call_and_a_missing_package_are_one_line(
    merge: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert merge.main([]) == 2
    assert capsys.readouterr().err == "usage: merge.py FOLDER\n"
    monkeypatch.setattr(merge, "PACKAGE", "no_such_package")
    assert merge.main([str(tmp_path / "made")]) == 1
    assert "is not installed: pip install" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


TRAINED = """
import sys
sys.path.insert(0, "checkpoints/minilm-mlm")
import torch, train_head as train, merge
from pathlib import Path
from transformers import BertForMaskedLM
sentences = ["the cat slept on the warm stone.", "an informal term for a youth or man."] * 8
train.read_sentences = lambda folder: (sentences, sentences[:4])
out = Path(sys.argv[1])
assert train.main(["--smoke", "--out", str(out)]) == 0
assert {path.name for path in out.iterdir()} == {"update.safetensors", "training_log.json"}
merge.UPDATE = out / "update.safetensors"
assert merge.main([str(out / "made")]) == 0
model, report = BertForMaskedLM.from_pretrained(out / "made", output_loading_info=True)
print(sorted(report["missing_keys"]), sorted(report["unexpected_keys"]))
ids = torch.tensor([[101, 1996, 103, 102]])
recipe = train.Recipe(**train.SMOKE)
trained = train.make_model(recipe, train.WITH_UPDATE).eval()
base = BertForMaskedLM.from_pretrained(train.BASE).eval()
print(model.get_input_embeddings().weight.equal(base.get_input_embeddings().weight))
print(model.bert.encoder.layer[0].attention.self.query.weight.equal(base.bert.encoder.layer[0].attention.self.query.weight))
"""


def test_a_training_on_a_few_sentences_gives_a_file_that_loads_completely(root: Path, tmp_path: Path) -> None:
    home = str(root / ".cache/huggingface")  # which transformers reads when it is imported
    loaded = f"import os; os.environ['HF_HOME'] = {home!r}; import torch, transformers"
    done = run_forked(TRAINED, root, [str(tmp_path)], {**os.environ, "HF_HOME": home}, imports=loaded)
    assert done.returncode == 0, done.stderr
    missing, same_rows, same_layer = done.stdout.splitlines()[-3:]
    assert missing == "[] ['bert.pooler.dense.bias', 'bert.pooler.dense.weight']"
    assert (same_rows, same_layer) == ("True", "False")
