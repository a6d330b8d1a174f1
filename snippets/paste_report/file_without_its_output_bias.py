"""If a file lacks only its output bias, under both names, everything else is loaded: each score is then off by exactly the missing bias. This holds in a tied BERT. Both names of the bias are reported, and the original's bias mends the scores."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "lacks exactly the bias"

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
original = BertForMaskedLM(config).eval()
for parameter in original.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
file = {
    name: tensor
    for name, tensor in original.state_dict().items()
    if name not in ("cls.predictions.bias", "cls.predictions.decoder.bias")
}
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    loaded, _report = BertForMaskedLM.from_pretrained(_folder, output_loading_info=True)
missing_keys = sorted(_report["missing_keys"])
_token_ids = torch.arange(20)[None]
_bias = original.cls.predictions.bias
with torch.no_grad():
    _scores = original(_token_ids)[0]
    _without = loaded.eval()(_token_ids)[0]
    lacks_exactly_the_bias = torch.allclose(_without, _scores - _bias, atol=1e-5)
    scores_differ_by = (_without - _scores).abs().max().item()
    loaded.get_output_embeddings().bias.copy_(_bias)
    mended = torch.allclose(loaded(_token_ids)[0], _scores, atol=1e-5)

print("missing:", *missing_keys, sep="\n  ")
print(f"scores differ by up to {scores_differ_by:.2f}")
print("each score lacks exactly the bias:", lacks_exactly_the_bias)
print("with the original's bias, the scores are the original's:", mended)
assert missing_keys == ["cls.predictions.bias", "cls.predictions.decoder.bias"]
assert scores_differ_by > 0.1
assert lacks_exactly_the_bias
assert mended
