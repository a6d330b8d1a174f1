"""`tie_embeddings_and_encoder_decoder` is gone: call `tie_weights()`, which ties a BERT's decoder to its embedding again. So are `_tie_or_clone_weights` and `_tie_encoder_decoder_weights`, which classes of transformers 4 call. The tie was broken by a new Parameter here."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "tied again"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config)
_decoder = model.get_output_embeddings()
_decoder.weight = torch.nn.Parameter(_decoder.weight.detach().clone())
broken = _decoder.weight is not model.get_input_embeddings().weight
_old = (
    "tie_embeddings_and_encoder_decoder",
    "_tie_encoder_decoder_weights",
    "_tie_or_clone_weights",
)
still_there = [name for name in _old if hasattr(model, name)]

model.tie_weights()
words = model.get_input_embeddings().weight
print("tied again:", model.get_output_embeddings().weight is words)
tied_again = model.get_output_embeddings().weight is words

print("methods of transformers 4 that are left:", still_there or "none")
assert broken, "the new Parameter breaks no tie"
assert tied_again, "tie_weights() does not tie"
assert not still_there, f"these methods are left: {still_there}"
