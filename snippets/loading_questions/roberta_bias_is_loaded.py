"""From a RoBERTa file with `lm_head.bias` but no `lm_head.decoder.bias`, the learned bias is loaded, not zeros, and the logits equal the saved model's."""

import tempfile
from pathlib import Path

import torch
from transformers import RobertaConfig, RobertaForMaskedLM

ports = ("pytorch_transformers",)
scope = "library"

torch.manual_seed(0)
config = RobertaConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 12,
        "pad_token_id": 1,
    }
)
model = RobertaForMaskedLM(config).eval()
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
_file = model.state_dict()
_file.pop("lm_head.decoder.bias", None)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    loaded = RobertaForMaskedLM.from_pretrained(_folder)
head = loaded.eval().lm_head
bias_is_the_file_s = torch.equal(head.bias, _file["lm_head.bias"])
bias_is_zero = not head.bias.any().item()
_token_ids = torch.tensor([[0, 5, 7, 2]])
with torch.no_grad():
    same_logits = torch.allclose(model(_token_ids)[0], loaded(_token_ids)[0], atol=1e-5)

print("the bias holds the file's values:", bias_is_the_file_s, "zeros:", bias_is_zero)
print("same logits as the saved model's:", same_logits)
assert not bias_is_zero, "the bias is zeros"
assert bias_is_the_file_s, "the bias is not the file's"
assert same_logits, "the loaded model computes something else"
