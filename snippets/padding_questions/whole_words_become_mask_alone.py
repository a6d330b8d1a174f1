"""With `whole_word_mask=True` `DataCollatorForLanguageModeling` puts `[MASK]` at every token that it chooses, and draws no random one. It warns of that. It needs the tokenizer's offsets and padded texts. A word is what no space divides, so a full stop belongs to the word before it."""

import tempfile
import warnings
from pathlib import Path

import torch
import transformers

scope = "library"
needs_cpu = "the collator makes some tensors by numpy, on the CPU"
decides = "chosen tokens"

torch.manual_seed(0)
_vocabulary = "[PAD] [UNK] [CLS] [SEP] [MASK] return the file ##name ."
with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder, "vocab.txt")
    _file.write_text("\n".join(_vocabulary.split()))
    tokenizer = transformers.BertTokenizer(str(_file))
with warnings.catch_warnings(record=True) as _caught:
    warnings.simplefilter("always")
    collator = transformers.DataCollatorForLanguageModeling(
        tokenizer, whole_word_mask=True, mlm_probability=0.5
    )
(warning,) = (str(one.message) for one in _caught if "whole word" in str(one.message))
texts = ["return the filename.", "the file"]


def collated(**settings):
    """Return one batch, or what stops the collator."""
    try:
        return collator([tokenizer(text, **settings) for text in texts])
    except (IndexError, ValueError) as error:
        return type(error).__name__


_padded = {"padding": "max_length", "max_length": 8}
without_offsets = collated(**_padded)
without_padding = collated(return_offsets_mapping=True)
chosen, _replaced_by, _together = 0, set(), set()
for _ in range(200):
    _batch = collated(return_offsets_mapping=True, **_padded)
    _at = _batch["labels"] != -100
    chosen += _at.sum().item()
    _replaced_by |= set(_batch["input_ids"][_at].tolist())
    _together.add(tuple(_at[0].tolist()))
tokens = tokenizer.convert_ids_to_tokens(tokenizer.encode(texts[0]))
_word = slice(3, 6)  # “filename.”
word = tokens[_word]
masked_as_one = {row[_word] for row in _together} == {(True,) * 3, (False,) * 3}
replaced_by = tokenizer.convert_ids_to_tokens(sorted(_replaced_by))

print(warning)
print(f"{chosen} chosen tokens, replaced by {replaced_by}")
print(f"{word} masked as one: {masked_as_one}")
print("without offsets:", without_offsets, "; not padded before:", without_padding)
assert "not supported with whole word masking" in warning, warning
assert chosen > 100 and replaced_by == ["[MASK]"], (chosen, replaced_by)
assert word == ["file", "##name", "."], word
assert masked_as_one, _together
assert (without_offsets, without_padding) == ("IndexError", "ValueError")
