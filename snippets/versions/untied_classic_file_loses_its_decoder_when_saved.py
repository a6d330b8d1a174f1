"""A classic `.bin`, loaded untied, with its bias copied back, has one matrix in two Parameters: saving it loses the decoder."""

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
    embedding = loaded.bert.embeddings.word_embeddings
    decoder = loaded.cls.predictions.decoder
    if decoder.bias is not None:
        decoder.bias.data.copy_(loaded.cls.predictions.bias)
    one_parameter = decoder.weight is embedding.weight
    one_memory = decoder.weight.data_ptr() == embedding.weight.data_ptr()
    as_in_the_file = torch.allclose(logits_of(loaded), logits_of(model), atol=1e-4)
    loaded.save_pretrained(_saved)
    again, report = BertForPreTraining.from_pretrained(_saved, output_loading_info=True)
logits_move_by = (logits_of(again) - logits_of(loaded)).abs().max().item()
is_missing = "cls.predictions.decoder.weight" in report["missing_keys"]

print("one Parameter:", one_parameter, "– one memory:", one_memory)
print("loaded, with the bias copied, the logits are the model's:", as_in_the_file)
print("saved and loaded again, decoder.weight is missing:", is_missing, end=", ")
print(f"and the logits are off by {logits_move_by:.1f}")
assert has_a_bias, "no proof: the bias is zero"
assert as_in_the_file, "the logits are wrong before it is saved"
assert not one_parameter, "the flag unties nothing: one Parameter"
assert one_memory, "two matrices, each in memory of its own"
assert is_missing, f"it is saved whole; the logits are off by {logits_move_by:.1f}"
