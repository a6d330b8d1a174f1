"""`DataCollatorForLanguageModeling` draws its random replacements from the whole tokenizer: `[PAD]`, `[MASK]` and added tokens are among them. Each of the `len(tokenizer)` tokens comes about as often as another. Among the words that it chooses, 80 % become `[MASK]` and 10 % such a token."""

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
collator = transformers.DataCollatorForLanguageModeling(tokenizer)
_ids = tokenizer.encode(" ".join(["return the number of bytes in the file"] * 50))
_batch = collator([{"input_ids": _ids}] * 1000)
_before = torch.tensor(_ids).expand(1000, -1)
_chosen = _batch["labels"] != -100
_now, _before = _batch["input_ids"][_chosen], _before[_chosen]
_is_mask = _now == tokenizer.mask_token_id
_replaced = _now[
    ~_is_mask & (_now != _before)
]  # so a word drawn for itself is left out

tokens = len(tokenizer)
share_chosen = len(_now) / (1000 * (len(_ids) - 2))  # but for [CLS] and [SEP]
share_mask = _is_mask.float().mean().item()
share_other = len(_replaced) / len(_now)
drawn = {
    tokenizer.convert_ids_to_tokens(token_id): (_replaced == token_id).sum().item()
    for token_id in range(tokens)
}
_specials = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "anfield")  # no word of the text
specials_drawn = {name: drawn[name] for name in _specials}
expected = round(len(_now) * 0.1 / tokens)

print(f"{len(_now)} words chosen, {share_mask:.3f} of them [MASK], by another token")
print(f"than [MASK] replaced {share_other:.3f}; {tokens} tokens in the tokenizer")
print(f"about {expected} times each is expected; drawn were", specials_drawn)
assert 0.14 < share_chosen < 0.16, share_chosen
assert 0.8 < share_mask < 0.82, share_mask  # 80 %, and where [MASK] itself is drawn
assert 0.075 < share_other < 0.1, (
    share_other
)  # 10 %, without [MASK] and the word itself
for _name, _times in specials_drawn.items():
    assert abs(_times / expected - 1) < 0.25, (_name, _times, expected)
