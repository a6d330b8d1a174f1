"""`DataCollatorForLanguageModeling` never labels a pad that it adds, nor `[CLS]` and `[SEP]` if the tokenizer declares them. `PreTrainedTokenizerFast` declares only what it is given: without `cls_token` and `sep_token` both get labels. Without a `special_tokens_mask` no special token gets a label. With the tokenizer's `special_tokens_mask` those that the text itself contains can get one, such as `[UNK]` and even `[PAD]`."""

import tempfile
from pathlib import Path

import torch
import transformers

scope = "library"
decides = "with special_tokens_mask"

torch.manual_seed(0)
_vocabulary = "[PAD] [UNK] [CLS] [SEP] [MASK] return the file"
with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder, "vocab.txt")
    _file.write_text("\n".join(_vocabulary.split()))
    tokenizer = transformers.BertTokenizer(str(_file))
texts = ["return the [PAD] zebra file", "the file"]  # no “zebra” in the vocabulary
_names = ["[CLS]", "return", "the", "[PAD]", "[UNK]", "file", "[SEP]"]


def labelled(with_mask, tokenizer=tokenizer):
    """Return which tokens got a label, in any of 200 batches, and the pads' labels."""
    collator = transformers.DataCollatorForLanguageModeling(
        tokenizer, mlm_probability=0.5
    )
    found, added = set(), set()
    given = [tokenizer(text, return_special_tokens_mask=with_mask) for text in texts]
    for _ in range(200):
        labels = collator(given)["labels"]
        chosen = (labels != -100).nonzero().tolist()
        found |= {_names[column] for row, column in chosen if row == 0}
        added |= set(labels[1, 4:].tolist())
    return [name for name in _names if name in found], list(added)


without_mask, pads_without_mask = labelled(with_mask=False)
with_mask, pads_with_mask = labelled(with_mask=True)
_given = {"tokenizer_object": tokenizer.backend_tokenizer, "pad_token": "[PAD]"}
_given["mask_token"] = "[MASK]"
_own = transformers.PreTrainedTokenizerFast(**_given)
undeclared, _ = labelled(with_mask=False, tokenizer=_own)
_given |= {"cls_token": "[CLS]", "sep_token": "[SEP]", "unk_token": "[UNK]"}
_own = transformers.PreTrainedTokenizerFast(**_given)
declared, _ = labelled(with_mask=False, tokenizer=_own)

print("the text:", tokenizer.convert_ids_to_tokens(tokenizer.encode(texts[0])))
print("labelled without special_tokens_mask:", without_mask)
print("labelled with special_tokens_mask:", with_mask)
print("the labels of added pads:", pads_without_mask, "and", pads_with_mask)
print("labelled by a tokenizer that declares [PAD] and [MASK] alone:", undeclared)
assert tokenizer.convert_ids_to_tokens(tokenizer.encode(texts[0])) == _names
assert len(tokenizer.encode(texts[1])) == 4
assert without_mask == ["return", "the", "file"], without_mask
assert with_mask == ["return", "the", "[PAD]", "[UNK]", "file"], with_mask
assert pads_without_mask == pads_with_mask == [-100]
assert {"[CLS]", "[SEP]"} <= {*undeclared}, undeclared
assert declared == without_mask, declared
