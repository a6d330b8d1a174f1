"""Make the labels with `DataCollatorForLanguageModeling`: with BERT's tokenizer each pad that it adds stays `[PAD]` and gets the label −100."""

import tempfile
from pathlib import Path

import torch
import transformers

scope = "library"
decides = "with a label 0"

torch.manual_seed(0)
_vocabulary = "[PAD] [UNK] [CLS] [SEP] [MASK] return the file number of bytes in"
with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder, "vocab.txt")
    _file.write_text("\n".join(_vocabulary.split()))
    tokenizer = transformers.BertTokenizer(str(_file))
collator = transformers.DataCollatorForLanguageModeling(tokenizer, mlm_probability=0.5)
_short = tokenizer.encode("return the file")
_long = tokenizer.encode("return the number of bytes in the file")
_batch = collator([{"input_ids": _short}, {"input_ids": _long}] * 200)

_ids, _labels = _batch["input_ids"], _batch["labels"]
_pads = torch.zeros_like(_ids, dtype=torch.bool)
_pads[::2, len(_short) :] = True
pads = _pads.sum().item()
pads_with_a_label = (_labels[_pads] != -100).sum().item()
pads_replaced = (_ids[_pads] != tokenizer.pad_token_id).sum().item()
words = 200 * (len(_short) + len(_long) - 4)  # but for [CLS] and [SEP]
share_of_words_with_a_label = (_labels[~_pads] != -100).sum().item() / words

print(f"{pads} pads; with a label {pads_with_a_label}, replaced {pads_replaced}")
print(f"share of the words with a label: {share_of_words_with_a_label:.2f}")
assert pads > 500
assert 0.4 < share_of_words_with_a_label < 0.6, share_of_words_with_a_label
assert pads_with_a_label == 0, f"{pads_with_a_label} of {pads} pads have a label"
assert pads_replaced == 0, f"{pads_replaced} of {pads} pads are replaced"
