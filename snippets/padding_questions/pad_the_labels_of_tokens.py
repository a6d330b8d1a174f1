"""Pad the labels of tokens with `DataCollatorForTokenClassification`, which gives pads −100: `DataCollatorWithPadding` pads no labels and fails. Its error, “Unable to create tensor”, advises padding that is on already. `DataCollatorForSeq2Seq` gives −100, too. The loss of `BertForTokenClassification` is then that of the texts alone."""

import tempfile
from pathlib import Path

import torch
import transformers

scope = "library"
decides = "DataCollatorForTokenClassification:"

_vocabulary = "[PAD] [UNK] [CLS] [SEP] [MASK] return the file number of bytes"
with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder, "vocab.txt")
    _file.write_text("\n".join(_vocabulary.split()))
    _tokenizer = transformers.BertTokenizer(str(_file))
_labels = [[-100, 1, -100], [-100, 2, 0, 1, 1, -100]]
_texts = [
    {**_tokenizer(text), "labels": labels}
    for text, labels in zip(["return", "the number of bytes"], _labels, strict=True)
]
_padded_to = [[*labels, *[-100] * (6 - len(labels))] for labels in _labels]
torch.manual_seed(0)
_sizes = {"vocab_size": 11, "hidden_size": 32, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64, "num_labels": 3}
_model = transformers.BertForTokenClassification(transformers.BertConfig(**_sizes))
_model.eval()


def _padded(_name):
    """Return the padded batch, or the error."""
    try:
        return getattr(transformers, _name)(_tokenizer)([dict(t) for t in _texts])
    except ValueError as _error:
        return str(_error)


_error = _padded("DataCollatorWithPadding")
_batches = {
    name: _padded(name)
    for name in ("DataCollatorForTokenClassification", "DataCollatorForSeq2Seq")
}
with torch.no_grad():
    _alone = [
        _model(**{k: torch.tensor([v]) for k, v in text.items()}).loss.item()
        for text in _texts
    ]
    _together = _model(**_batches["DataCollatorForTokenClassification"]).loss.item()
_by_hand = (_alone[0] + 4 * _alone[1]) / 5  # one label, and four

print("DataCollatorWithPadding:", _error[:60])
for _name, _batch in _batches.items():
    print(f"{_name}: {_batch['labels'].tolist()}")
print(f"loss {_together:.4f}; of the texts alone {_by_hand:.4f}")
assert _error.startswith("Unable to create tensor") and "`labels`" in _error, _error
assert "'padding=True'" in _error, _error
for _batch in _batches.values():
    assert _batch["labels"].tolist() == _padded_to, _batch
assert abs(_together - _by_hand) < 1e-5, (_together, _by_hand)
assert abs(_alone[0] - _alone[1]) > 1e-3, _alone
