"""To untie a BERT that you will not resize, set `tie_word_embeddings = False` and give the decoder its own copies of matrix and bias. Saved, loaded and saved again, it gives the same logits, and is untied."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForMaskedLM(config).eval()
_bias = torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned one
_token_ids = torch.tensor([[2, 5, 7, 3]])
_tied_logits = model(_token_ids)[0].detach()


def shared(one):
    """Whether the two matrices, and the two biases, lie in one place."""
    head, words = one.cls.predictions, one.bert.embeddings.word_embeddings.weight
    return {
        "matrix": head.decoder.weight.data_ptr() == words.data_ptr(),
        "bias": head.decoder.bias.data_ptr() == head.bias.data_ptr(),
    }


def reloaded(one):
    with tempfile.TemporaryDirectory() as folder:
        one.save_pretrained(folder)
        return type(model).from_pretrained(folder).eval()


before = shared(model)
model.config.tie_word_embeddings = False
decoder = model.cls.predictions.decoder
decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
decoder.bias = torch.nn.Parameter(decoder.bias.detach().clone())
once = reloaded(model)
twice = reloaded(once)
after = [shared(one) for one in (model, once, twice)]
same_logits = [
    torch.allclose(one(_token_ids)[0], _tied_logits, atol=1e-6)
    for one in (model, once, twice)
]

print("shared before:", before)
print("shared by the untied model, loaded, and loaded again:", *after, sep="\n  ")
print("the tied model's logits, by the same three:", same_logits)
assert before == {"matrix": True, "bias": True}, f"a fresh model shares {before}"
assert after == [{"matrix": False, "bias": False}] * 3, f"it shares {after}"
assert all(same_logits), f"the tied model's logits: {same_logits}"
