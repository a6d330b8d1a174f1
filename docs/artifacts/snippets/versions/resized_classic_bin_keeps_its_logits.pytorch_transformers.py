"""A classic `.bin`, loaded and then resized, keeps the logits of the old tokens, and the new tokens get a bias of zero."""

import tempfile
from pathlib import Path

import torch
from pytorch_transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "the new biases:"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertForPreTraining(config).eval()
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.3)  # nothing at a value one could guess
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
token_ids = torch.tensor([[2, 5, 3]])
size = 103
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder).eval()
loaded.resize_token_embeddings(size)
head = loaded.cls.predictions
bias = head.bias
assert len(bias) == size, f"predictions.bias keeps its length of {len(bias)}"
with torch.no_grad():
    scores, expected = loaded(token_ids)[0], model(token_ids)[0]
    vectors = head.transform(loaded.bert(token_ids)[0])
    added = (scores - vectors @ head.decoder.weight.T)[0, 0, 100:]
    file_mean = classic["cls.predictions.bias"].mean()
as_before = torch.allclose(scores[..., :100], expected, atol=1e-4)
zeros = torch.allclose(added, torch.zeros(3), atol=1e-4)
the_mean = torch.allclose(added, file_mean.expand(3), atol=1e-4)

print("the logits of the old tokens are the model's:", as_before)
print("the new biases: zeros", zeros)
assert abs(file_mean) > 1e-3, "no proof: the mean of the old biases is zero"
assert as_before, "the logits of the old tokens are others"
assert zeros, "the new biases are " + (
    "the mean of the old ones" if the_mean else "neither zeros nor the mean"
)
