"""For a tool that wants `lm_head.decoder.weight`, save a clone of each tensor of the state dict: that file has every name, and still loads tied. A RoBERTa's file as `save_pretrained` writes it has neither `lm_head.decoder.weight` nor `lm_head.decoder.bias`; in the new file both have the values of the names that they are tied to."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from transformers import RobertaConfig, RobertaForMaskedLM

scope = "library"
decides = "loaded again"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64}
model = RobertaForMaskedLM(RobertaConfig.from_dict(_sizes)).eval()
torch.nn.init.normal_(model.lm_head.bias)  # stands for a learned bias
_token_ids = torch.tensor([[0, 5, 7, 2]])
sources = {
    "lm_head.decoder.weight": "roberta.embeddings.word_embeddings.weight",
    "lm_head.decoder.bias": "lm_head.bias",
}


def absent(tensors):
    return [name for name in sources if name not in tensors]


with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _path = Path(_folder, "model.safetensors")
    absent_before = absent(load_file(_path))
    clones = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    save_file(clones, _path, metadata={"format": "pt"})
    _file = load_file(_path)
    absent_after = absent(_file)
    loaded, _report = RobertaForMaskedLM.from_pretrained(
        _folder, output_loading_info=True
    )
reported = sorted({*_report["missing_keys"], *_report["unexpected_keys"]})
_words = loaded.roberta.embeddings.word_embeddings
tied = loaded.lm_head.decoder.weight is _words.weight
with torch.no_grad():
    _logits = loaded.eval()(_token_ids)[0]
    same_logits = torch.equal(_logits, model(_token_ids)[0])

print(f"absent before: {absent_before}; afterwards: {absent_after}")
print(f"loaded again: reported {reported}, tied {tied}, same logits {same_logits}")
assert absent_before == list(sources), f"absent before: {absent_before}"
assert absent_after == [], f"absent afterwards: {absent_after}"
assert all(_file[name].equal(_file[source]) for name, source in sources.items())
assert tied, "the loaded model is not tied"
assert reported == [] and same_logits, f"{reported}, same logits: {same_logits}"
