"""A copy of the matrix and a copy of the bias untie a BERT for good: saved, loaded and saved again, it gives the same logits, and is untied."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
fresh, model = BertForMaskedLM(config), BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])
_tied_logits = model(_token_ids)[0].detach()
model.config.tie_word_embeddings = False
decoder = model.cls.predictions.decoder
decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
decoder.bias = torch.nn.Parameter(decoder.bias.detach().clone())


def reloaded(one):
    with tempfile.TemporaryDirectory() as folder:
        one.save_pretrained(folder)
        return BertForMaskedLM.from_pretrained(folder).eval()


def tied(one):
    """Whether a step on the decoder moves the embedding or the other bias."""
    head, words = one.cls.predictions, one.bert.embeddings.word_embeddings.weight
    before = [words.detach().clone(), head.bias.detach().clone()]
    with torch.no_grad():
        head.decoder.weight += 1.0
        head.decoder.bias += 1.0
    return not (words.equal(before[0]) and head.bias.equal(before[1]))


once = reloaded(model)
twice = reloaded(once)
same_logits = [
    torch.allclose(one(_token_ids)[0], _tied_logits, atol=1e-6)
    for one in (model, once, twice)
]
tied_after = [tied(one) for one in (fresh, model, once, twice)]

print("the tied model's logits, untied, loaded, and loaded again:", same_logits)
print("tied: a fresh model, and these three:", tied_after)
assert all(same_logits), f"the tied model's logits: {same_logits}"
assert tied_after == [True, False, False, False], tied_after
