"""In transformers 5, if `cls.predictions.bias` is the only missing key, the model is untied and nothing is lost: no output depends on that Parameter."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "untied, missing"

torch.manual_seed(0)
missing = {}
logits_differ_by = {}
for _tied in (True, False):
    config = BertConfig.from_dict(
        {
            "vocab_size": 100,
            "hidden_size": 16,
            "num_hidden_layers": 1,
            "num_attention_heads": 2,
            "intermediate_size": 32,
        }
    )
    config.tie_word_embeddings = _tied
    model = BertForMaskedLM(config).eval()
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
    file = model.state_dict()
    del file["cls.predictions.bias"]
    with tempfile.TemporaryDirectory() as _folder:
        Path(_folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(_folder, "pytorch_model.bin"))
        loaded, _report = BertForMaskedLM.from_pretrained(
            _folder, output_loading_info=True
        )
    name = "tied" if _tied else "untied"
    missing[name] = sorted(_report["missing_keys"])
    _token_ids = torch.arange(20)[None]
    with torch.no_grad():
        _scores = loaded.eval()(_token_ids)[0]
        logits_differ_by[name] = (_scores - model(_token_ids)[0]).abs().max().item()

loaded(_token_ids)[0].sum().backward()  # the last one: untied
head = loaded.cls.predictions
first_bias_is_new = not head.bias.any().item()
first_bias_is_read = head.bias.grad is not None
decoder_bias_is_read = head.decoder.bias.grad is not None

for name, keys in missing.items():
    print(f"{name}, missing: {keys}; logits differ by {logits_differ_by[name]}")
print("untied, an output depends on predictions.bias:", first_bias_is_read)
print("untied, an output depends on decoder.bias:", decoder_bias_is_read)
assert missing == {"tied": [], "untied": ["cls.predictions.bias"]}, f"{missing}"
assert logits_differ_by == {"tied": 0.0, "untied": 0.0}, f"{logits_differ_by}"
assert first_bias_is_new, "predictions.bias is not a new one of zeros"
assert decoder_bias_is_read and not first_bias_is_read
