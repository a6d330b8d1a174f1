"""Where a file's two tied biases differ, both are loaded, and the tie is broken."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
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
file = BertForPreTraining(config).state_dict()
file["cls.predictions.bias"] = torch.full((100,), 1.0)
file["cls.predictions.decoder.bias"] = torch.full((100,), 2.0)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
copies = {1.0: "predictions.bias", 2.0: "decoder.bias"}
head = loaded.cls.predictions
head_holds = copies[head.bias.mean().item()]
has_a_bias = head.decoder.bias is not None
decoder_holds = copies[head.decoder.bias.mean().item()] if has_a_bias else "none"
one_for_both = head_holds == decoder_holds

print("predictions.bias holds", head_holds, "and decoder.bias", decoder_holds)
assert decoder_holds != "none", "the decoder has no bias: the file's is left out"
assert not one_for_both, f"{head_holds} is taken for both"
