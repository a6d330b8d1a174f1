"""A BERT under FSDP2 is still tied, but `save_pretrained` by itself fails. With a gathered state dict it writes an ordinary tied file."""

import tempfile
import warnings

import torch
from torch import distributed
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_model_state_dict,
)
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from transformers import BertConfig, BertForMaskedLM

scope = "library"
needs_cpu = "gloo is the process group for CPUs"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_token_ids)[0]


def tie_of(model):
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    return head.decoder.weight is words.weight, head.decoder.bias is head.bias


with tempfile.TemporaryDirectory() as _folder:
    distributed.init_process_group(
        "gloo", init_method=f"file://{_folder}/meeting", rank=0, world_size=1
    )
    fully_shard(model, mesh=init_device_mesh("cpu", (1,)))
    tie = tie_of(model)
    parameters, names = len(list(model.parameters())), len(model.state_dict())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of in-place changes: none here
        same_logits = torch.equal(model(_token_ids)[0], _before)
        try:
            model.save_pretrained(_folder)
            error = ""
        except RuntimeError as _error:
            error = str(_error)
    _options = StateDictOptions(full_state_dict=True)
    gathered = get_model_state_dict(model, options=_options)
    model.save_pretrained(_folder, state_dict=gathered)
    loaded = BertForMaskedLM.from_pretrained(_folder).eval()

loaded_tie = tie_of(loaded)
same_when_loaded = torch.equal(loaded(_token_ids)[0], _before)
row = [
    {
        "operation": "FSDP2, `fully_shard(model)`",
        "still one object": "yes" if tie[0] else "problem: no",
        "bias alias": "yes" if tie[1] else "problem: no",
        "logits": "unchanged" if same_logits else "changed",
        "after saving and loading": "note: tied, if gathered first"
        if error and loaded_tie == (True, True) and same_when_loaded
        else "other",
        "do": "`save_pretrained(folder, state_dict=get_model_state_dict(…))`",
    }
]

print(f"{parameters} Parameters under {names} names; one matrix, one bias:", *tie)
print("save_pretrained alone:", error or "works")
print("gathered, saved, loaded: one matrix, one bias:", *loaded_tie)
assert tie == (True, True) and names == parameters + 2, f"tied, bias alias: {tie}"
assert same_logits and same_when_loaded
assert error, "save_pretrained alone works"
assert loaded_tie == (True, True), f"loaded: {loaded_tie}"
