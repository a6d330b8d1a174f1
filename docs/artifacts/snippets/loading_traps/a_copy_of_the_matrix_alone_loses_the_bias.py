"""Untied by a copy of the matrix alone, a BERT loses its bias when it is saved and loaded."""

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
head = model.cls.predictions
head.decoder.weight = torch.nn.Parameter(head.decoder.weight.detach().clone())
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded = BertForMaskedLM.from_pretrained(_folder).eval()

_token_ids = torch.tensor([[2, 5, 7, 3]])
new_head = loaded.cls.predictions
matrix_is_back = torch.equal(new_head.decoder.weight, head.decoder.weight)
with torch.no_grad():
    _hidden = new_head.transform(loaded.bert(_token_ids)[0])
    _added = loaded(_token_ids)[0] - _hidden @ new_head.decoder.weight.T
bias_is_back = torch.allclose(_added, head.bias.expand_as(_added), atol=1e-4)

print(f"the matrix is back: {matrix_is_back}; its bias is added: {bias_is_back}")
assert matrix_is_back, "the matrix is lost as well"
assert not bias_is_back, "the bias comes back"
