"""Give `DataCollatorForLanguageModeling` everything the tokenizer returns: with lists of ids, or only padded ids, BERT trains on the pads as if they were text. From lists it makes no attention mask, from padded ids one of ones, and loss and gradients depend on the padding. With the mask they are those of the texts without pads."""

import tempfile
from pathlib import Path

import torch
import transformers

scope = "library"
decides = "padded ids alone"

_vocabulary = "[PAD] [UNK] [CLS] [SEP] [MASK] return the file number of bytes in"
with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder, "vocab.txt")
    _file.write_text("\n".join(_vocabulary.split()))
    tokenizer = transformers.BertTokenizer(str(_file))
collator = transformers.DataCollatorForLanguageModeling(tokenizer, mlm_probability=0.5)
torch.manual_seed(0)
_config = {"vocab_size": 12, "hidden_size": 32, "num_hidden_layers": 2}
_config |= {"num_attention_heads": 2, "intermediate_size": 64}
_config |= {"initializer_range": 0.2}  # far from uniform attention
model = transformers.BertForMaskedLM(transformers.BertConfig(**_config)).eval()
texts = ["return the file", "return the number of bytes in the file"]
_whole = [tokenizer(text) for text in texts]
_padded = tokenizer(texts, padding="max_length", max_length=20)


def trained_on(batch):
    """Return the loss and the gradient of a batch."""
    model.zero_grad()
    loss = model(**batch).loss
    loss.backward()
    gradient = torch.cat([p.grad.flatten() for p in model.parameters()])
    return loss.item(), gradient


def without_pads(batch):
    """Return the same, text by text, each weighted by its number of labels."""
    total, summed, labels = 0.0, 0.0, 0
    for ids, answers, text in zip(*batch, _whole, strict=True):
        length, count = len(text["input_ids"]), (answers != -100).sum().item()
        one = {"input_ids": ids[None, :length], "labels": answers[None, :length]}
        if not count:
            continue
        loss, gradient = trained_on(one)
        total, summed, labels = (
            total + loss * count,
            summed + gradient * count,
            labels + count,
        )
    return total / labels, summed / labels


_given = {
    "all that the tokenizer returns": _whole,
    "lists of ids": [text["input_ids"] for text in _whole],
    "padded ids alone": [{"input_ids": ids} for ids in _padded["input_ids"]],
}
masks, loss_off_by, gradient_off_by = {}, {}, {}
for name, examples in _given.items():
    torch.manual_seed(0)
    _batch = collator(examples)
    masks[name] = "none"
    if "attention_mask" in _batch:
        _zeros = (_batch["attention_mask"] == 0).any()
        masks[name] = "zeros at the pads" if _zeros else "ones everywhere"
    _loss, _gradient = trained_on(_batch)
    _right, _right_gradient = without_pads((_batch["input_ids"], _batch["labels"]))
    loss_off_by[name] = abs(_loss - _right)
    _far = torch.dist(_gradient, _right_gradient) / _right_gradient.norm()
    gradient_off_by[name] = _far.item()

rounding_is_below, moved_is_above = 1e-5, 1e-4
for name, mask in masks.items():
    _off = loss_off_by[name] > rounding_is_below
    print(f"{name}: attention mask {mask}; as without pads: {not _off}")
assert list(masks.values()) == ["zeros at the pads", "none", "ones everywhere"], masks
for _off in (loss_off_by, gradient_off_by):
    _masked, *_unmasked = _off.values()
    assert _masked < rounding_is_below, _off
    assert min(_unmasked) > moved_is_above, _off
