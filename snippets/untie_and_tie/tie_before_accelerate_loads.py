"""Call `tie_weights()` on an empty model before accelerate loads into it: then a tied BERT's file gives the saved model's logits. Without it `load_checkpoint_and_dispatch` stops with an error about meta tensors."""

import tempfile
from pathlib import Path

import torch
from accelerate import init_empty_weights, load_checkpoint_and_dispatch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "tied first"

torch.manual_seed(0)
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_config = BertConfig.from_dict(_sizes)
_token_ids = torch.tensor([[2, 5, 7, 3]])
_saved = BertForMaskedLM(_config).eval()
for parameter in _saved.parameters():
    torch.nn.init.normal_(parameter, std=0.2)  # stands for learned values


def loaded(file, tie):
    with init_empty_weights():
        empty = BertForMaskedLM(_config)  # each name gets an empty weight of its own
    if tie:
        empty.tie_weights()
    whole = {"": str(_saved.device)}  # all of it on one device
    return load_checkpoint_and_dispatch(empty, file, device_map=whole).eval()


with tempfile.TemporaryDirectory() as _folder:
    _saved.save_pretrained(_folder)
    _file = str(Path(_folder, "model.safetensors"))
    model = loaded(_file, tie=True)
    try:
        loaded(_file, tie=False)
        untied_says = "nothing"
    except NotImplementedError as error:
        untied_says = str(error).partition(";")[0]
    model.save_pretrained(Path(_folder, "again"))
    again = BertForMaskedLM.from_pretrained(Path(_folder, "again")).eval()

with torch.no_grad():
    _wanted = _saved(_token_ids).logits
    same = torch.allclose(model(_token_ids).logits, _wanted, atol=1e-5)
    saved_again = torch.allclose(again(_token_ids).logits, _wanted, atol=1e-5)
tied = model.cls.predictions.decoder.weight is model.get_input_embeddings().weight
print(f"tied first: tied {tied}, the saved model's logits {same}")
print("saved and loaded again:", saved_again)
print("without it:", untied_says)
assert tied, "not tied"
assert same, "other logits"
assert saved_again, "other logits after saving"
assert "Cannot copy out of meta tensor" in untied_says, untied_says
