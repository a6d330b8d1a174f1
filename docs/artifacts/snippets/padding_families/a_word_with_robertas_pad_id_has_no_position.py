"""In RoBERTa a word whose id is `padding_idx` gets a pad's position, and all words after it move up by one, although the attention mask is 1 there."""

import torch
from transformers import RobertaConfig, RobertaModel

scope = "library"

torch.manual_seed(0)
_settings = {
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "max_position_embeddings": 34,
}
config = RobertaConfig(**_settings)
model = RobertaModel(config).eval()
pad = config.pad_token_id  # in this vocabulary a word has that id
looked_up = []
model.embeddings.position_embeddings.register_forward_hook(
    lambda _, given, __: looked_up.append(given[0].flatten().tolist())
)
words = torch.randint(4, 100, (6,))
_changed = words.clone()
_place = torch.arange(6) == 2
_changed[_place] = pad
with torch.no_grad():
    for _ids in (words, _changed):
        model(_ids[None], attention_mask=torch.ones(1, 6))
without_that_word, with_that_word = looked_up
_before, _after = without_that_word[:2], without_that_word[3:]

print("positions of six words:", without_that_word)
print(f"if the third has the id {pad}: ", with_that_word)
assert without_that_word == [pad + i + 1 for i in range(6)], without_that_word
assert with_that_word == [*_before, pad, *[i - 1 for i in _after]], with_that_word
