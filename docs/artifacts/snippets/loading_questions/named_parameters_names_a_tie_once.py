"""`named_parameters()` gives a tied Parameter once, under its first name, and `state_dict()` under each: RoBERTa's `lm_head.decoder.*` is counted, not lost."""

import torch
from transformers import RobertaConfig, RobertaForMaskedLM

scope = "library"

torch.manual_seed(0)
config = RobertaConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 12,
    }
)
model = RobertaForMaskedLM(config)
names = [name for name, _ in model.named_parameters()]
all_names = [name for name, _ in model.named_parameters(remove_duplicate=False)]
only_in_state_dict = [
    name
    for name in model.state_dict()
    if name not in names and not name.endswith("position_ids")  # a buffer, once saved
]
_words = model.roberta.embeddings.word_embeddings.weight
decoder = model.lm_head.decoder
aliases = {
    "roberta.embeddings.word_embeddings.weight": decoder.weight is _words,
    "lm_head.bias": decoder.bias is model.lm_head.bias,
}
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
_optimised = {id(p) for group in optimizer.param_groups for p in group["params"]}
decoder_is_trained = id(decoder.weight) in _optimised

print("in state_dict() only:", *only_in_state_dict, sep="\n  ")
print("of these, the same Parameter as", aliases)
print("the decoder is among what the optimizer trains:", decoder_is_trained)
assert decoder_is_trained and aliases["roberta.embeddings.word_embeddings.weight"]
assert only_in_state_dict == [
    "lm_head.decoder.weight",
    "lm_head.decoder.bias",
], f"in state_dict() only: {only_in_state_dict}"
assert aliases["lm_head.bias"]
assert set(all_names) - set(names) == set(only_in_state_dict)
