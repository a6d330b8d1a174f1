"""`DataCollatorForLanguageModeling` draws its random replacements from the whole tokenizer: `[PAD]`, `[MASK]` and added tokens are among them. Each comes about as often as another."""

import tempfile
from pathlib import Path

import torch
import transformers

scope = "library"
decides = "tokens in the tokenizer"

torch.manual_seed(0)
_vocabulary = "[PAD] [UNK] [CLS] [SEP] [MASK] return the file number of bytes in"
with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder, "vocab.txt")
    _file.write_text("\n".join(_vocabulary.split()))
    tokenizer = transformers.BertTokenizer(str(_file))
tokenizer.add_tokens(["anfield"])
collator = transformers.DataCollatorForLanguageModeling(
    tokenizer, mask_replace_prob=0, random_replace_prob=1
)  # so each word that is chosen is replaced by a random one
_ids = tokenizer.encode(" ".join(["return the number of bytes in the file"] * 50))
_batch = collator([{"input_ids": _ids}] * 1000)
_replaced = _batch["input_ids"][_batch["labels"] != -100]

tokens, replaced = len(tokenizer), len(_replaced)
drawn = {
    name: (_replaced == token_id).sum().item()
    for token_id, name in enumerate(tokenizer.convert_ids_to_tokens(range(tokens)))
}
expected = round(replaced / tokens)

print(f"{replaced} words replaced; {tokens} tokens in the tokenizer, so each")
print(f"is expected {expected} times. Drawn were {drawn}")
assert {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "anfield"} < set(drawn)
assert sum(drawn.values()) == replaced > 10_000
for _name, _times in drawn.items():
    assert abs(_times / expected - 1) < 0.1, (_name, _times, expected)
