"""A copy of the matrix and a copy of the bias untie a BERT for good: saved and loaded, it gives the same logits, and is untied."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

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
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
model.config.tie_word_embeddings = False
decoder = model.cls.predictions.decoder
decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
decoder.bias = torch.nn.Parameter(decoder.bias.detach().clone())
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded = BertForMaskedLM.from_pretrained(_folder).eval()

_token_ids = torch.tensor([[2, 5, 7, 3]])
same_logits = torch.allclose(loaded(_token_ids)[0], model(_token_ids)[0], atol=1e-6)
_weight = loaded.cls.predictions.decoder.weight
tied = _weight is loaded.bert.embeddings.word_embeddings.weight

print(f"the same logits: {same_logits}; tied: {tied}")
assert same_logits, "the reloaded model gives other logits"
assert not tied, "the reloaded model is tied again"
