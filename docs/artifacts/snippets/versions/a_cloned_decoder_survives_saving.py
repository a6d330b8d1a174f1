"""A classic `.bin`, loaded untied, is saved whole if the decoder gets a clone of its matrix and a copy of the bias first."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_transformers",)
scope = "library"

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
has_a_bias = bool(model.cls.predictions.bias.all())
token_ids = torch.tensor([[2, 5, 3]])


def logits_of(a_model):
    with torch.no_grad():
        scores, _ = a_model.eval()(token_ids)[:2]
    return scores


untied = BertConfig.from_dict(config.to_dict())
untied.tie_word_embeddings = False
with tempfile.TemporaryDirectory() as _file, tempfile.TemporaryDirectory() as _saved:
    Path(_file, "config.json").write_text(untied.to_json_string())
    torch.save(classic, Path(_file, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_file)
    head = loaded.cls.predictions
    head.decoder.weight = torch.nn.Parameter(head.decoder.weight.detach().clone())
    if head.decoder.bias is not None:
        head.decoder.bias.data.copy_(head.bias)
    loaded.save_pretrained(_saved)
    again = BertForPreTraining.from_pretrained(_saved)
embedding = again.bert.embeddings.word_embeddings.weight
decoder = again.cls.predictions.decoder.weight
is_untied = decoder.data_ptr() != embedding.data_ptr()
logits_move_by = (logits_of(again) - logits_of(model)).abs().max().item()

print("saved and loaded again, it is untied:", is_untied)
print(f"and its logits are off by less than 0.0001: {logits_move_by < 1e-4}")
assert has_a_bias, "no proof: the bias is zero"
assert is_untied, "saved and loaded again, it is tied"
assert logits_move_by < 1e-4, (
    f"saved and loaded again, it is off by {logits_move_by:.1f}"
)
