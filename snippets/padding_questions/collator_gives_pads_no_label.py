"""With BERT's tokenizer the collator for masked language modelling never picks a pad: each pad stays `[PAD]` and has the label −100."""

import tempfile
from pathlib import Path

import torch
import transformers

scope = "library"

torch.manual_seed(0)
_words = "return the file number of bytes in".split()
_vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *_words]
with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder, "vocab.txt")
    _file.write_text("\n".join(_vocabulary))
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
words_with_a_label = (_labels[~_pads] != -100).sum().item()

print(f"{pads} pads; with a label {pads_with_a_label}, replaced {pads_replaced}")
print("other positions with a label:", words_with_a_label)
assert pads > 500 and words_with_a_label > 500
assert pads_with_a_label == 0, f"{pads_with_a_label} of {pads} pads have a label"
assert pads_replaced == 0, f"{pads_replaced} of {pads} pads are replaced"
