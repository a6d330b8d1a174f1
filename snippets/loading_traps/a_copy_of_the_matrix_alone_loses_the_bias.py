"""A BERT that was untied by copying only the matrix loses its bias when it is saved and loaded."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "the bias is added"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
model.config.tie_word_embeddings = False
head = model.cls.predictions
was_tied = head.decoder.weight is model.bert.embeddings.word_embeddings.weight
head.decoder.weight = torch.nn.Parameter(head.decoder.weight.detach().clone())
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded = type(model).from_pretrained(_folder).eval()
_token_ids = torch.tensor([[2, 5, 7, 3]])


@torch.no_grad()
def added(one):
    """What is added to the logits beside the matrix: the bias that counts."""
    head = one.cls.predictions
    return one(_token_ids)[0] - head.transform(one.bert(_token_ids)[0]) @ (
        head.decoder.weight.T
    )


matrix_is_back = torch.equal(loaded.cls.predictions.decoder.weight, head.decoder.weight)
_bias = head.bias.detach().expand(1, 4, -1)
bias_before = torch.allclose(added(model), _bias, atol=1e-4)
bias_is_back = torch.allclose(added(loaded), _bias, atol=1e-4)
unused_bias_is_back = torch.equal(loaded.cls.predictions.bias, head.bias)

print(f"the matrix is back: {matrix_is_back}")
print(f"the bias is added: {bias_before} before, {bias_is_back} after")
print(f"the file's bias is loaded, where nothing adds it: {unused_bias_is_back}")
assert was_tied, "a fresh model is not tied"
assert matrix_is_back, "the matrix is lost as well"
assert bias_before, "the bias was not added before, either"
assert not bias_is_back, "the bias comes back"
assert unused_bias_is_back, "the file has no bias"
