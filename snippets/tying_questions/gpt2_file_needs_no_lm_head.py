"""If a tied GPT-2's file has no `lm_head.weight`, load it as it is: nothing is missing or random, and the logits are the saved model's."""

import tempfile
from pathlib import Path

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"

torch.manual_seed(0)
config = GPT2Config.from_dict(
    {
        "vocab_size": 100,
        "n_positions": 16,
        "n_embd": 16,
        "n_layer": 1,
        "n_head": 2,
        "bos_token_id": 0,
        "eos_token_id": 0,
    }
)
model = GPT2LMHeadModel(config).eval()
_file = {key: t for key, t in model.state_dict().items() if key != "lm_head.weight"}
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    loaded, _report = GPT2LMHeadModel.from_pretrained(_folder, output_loading_info=True)
missing = sorted(_report["missing_keys"])
_token_ids = torch.tensor([[2, 5, 7, 3]])
with torch.no_grad():
    same_logits = torch.allclose(
        loaded.eval()(_token_ids)[0], model(_token_ids)[0], atol=1e-6
    )

print(f"missing: {missing}; the same logits: {same_logits}")
assert same_logits, "the loaded model gives other logits"
assert missing == [], f"missing: {missing}"
