"""In all ninety combinations of a BERT class and a style of file, the encoder's vectors are those of the saved model. So are a head's logits, unless the head is newly initialised or the tie broken."""

import runpy
import tarfile
import tempfile
from pathlib import Path

import torch
import transformers
from transformers import BertConfig, BertForPreTraining

scope = "library"

_styles = runpy.run_path("checkpoints/checkpoint_styles.py")
transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForPreTraining(config).eval()
for _parameter in model.parameters():
    torch.nn.init.normal_(_parameter, std=0.3)  # nothing at a value one could guess
_saved = tempfile.TemporaryDirectory()  # each style is written from this file
model.save_pretrained(_saved.name)
CLASSES = [
    transformers.BertModel,
    transformers.BertForPreTraining,
    transformers.BertForMaskedLM,
    transformers.BertForNextSentencePrediction,
    transformers.BertForSequenceClassification,
    transformers.BertForTokenClassification,
    transformers.BertForQuestionAnswering,
    transformers.BertForMultipleChoice,
    transformers.BertLMHeadModel,
]
OTHER = {  # where a head's logits are not those of the model as it was saved
    "masked-lm": {"NSP": "new"},
    "encoder": {"token": "new", "NSP": "new"},
    "tied-keys-differ": {"token": "other"},
    "untied": {"token": "other"},
}
_ids = torch.tensor([[2, 17, 90, 4, 30, 42, 3], [2, 7, 8, 4, 99, 6, 3]])


@torch.no_grad()
def outputs(model):
    encoder, cls = model.base_model, getattr(model, "cls", None)
    vectors = encoder(_ids)[0]
    found = {"vectors": vectors}
    if hasattr(cls, "predictions"):
        found["token"] = cls.predictions(vectors)
    if hasattr(cls, "seq_relationship"):
        found["NSP"] = cls.seq_relationship(encoder.pooler(vectors))
    return found


def compare(class_, folder, reference):
    model, report = class_.from_pretrained(folder, output_loading_info=True)
    new = {"token": "cls.predictions.", "NSP": "cls.seq_relationship."}
    words = {}
    for output, values in outputs(model).items():
        same = torch.allclose(values, reference[output], atol=1e-4)
        words[output] = "equal" if same else "other"
        if any(key.startswith(new.get(output, "-")) for key in report["missing_keys"]):
            words[output] = "new"
    return words


_references = [outputs(class_.from_pretrained(_saved.name)) for class_ in CLASSES]
_heads = [[*reference][1:] for reference in _references]
assert _heads == [[], ["token", "NSP"], ["token"], ["NSP"], [], [], [], [], ["token"]]
same_outputs = [{"class": class_.__name__} for class_ in CLASSES]
pairs = 0
for style in _styles["STYLES"]:
    with tempfile.TemporaryDirectory() as _folder:
        _file = Path(_folder, "file")
        _styles["write_style"](style, _file, Path(_saved.name))
        if style == "archive-2018":  # from_pretrained does not unpack it
            with tarfile.open(_file / "pydoc-bert.tar.gz") as _archive:
                _archive.extractall(_file, filter="data")
            (_file / "bert_config.json").rename(_file / "config.json")
        for row, class_, reference in zip(
            same_outputs, CLASSES, _references, strict=True
        ):
            _words = compare(class_, _file, reference)
            _expected = dict.fromkeys(reference, "equal") | {
                output: word
                for output, word in OTHER.get(style, {}).items()
                if output in reference
            }
            assert _words == _expected, f"{class_.__name__} from {style}: {_words}"
            _said = [f"{output} {word}" for output, word in _words.items()]
            row[style] = ", ".join(_said[1:]) or "vectors alone"
            pairs += 1

for row in same_outputs:
    print(f"{row['class']:30}", row["masked-lm"], "|", row["untied"])
print(pairs, "pairs, with the saved model's vectors in each")
