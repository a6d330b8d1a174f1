"""`torch.save` keeps one storage under two names, and `load_state_dict` without `assign=True` copies it: it neither ties nor unties the model that loads it."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "loaded into a tied model"

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
    torch.save(model.state_dict(), Path(_folder, "state.bin"))
    state = torch.load(Path(_folder, "state.bin"))
_words = state["bert.embeddings.word_embeddings.weight"]
_decoder = state["cls.predictions.decoder.weight"]
one_storage_in_the_file = _words.data_ptr() == _decoder.data_ptr()

tied = BertForMaskedLM(config).eval()
tied.load_state_dict(state)
config.tie_word_embeddings = False
untied = BertForMaskedLM(config).eval()
untied.load_state_dict(state)
tie_after, untied_after = tie_of(tied), tie_of(untied)
same_logits = [torch.equal(m(_token_ids)[0], _before) for m in (tied, untied)]
row = [
    {
        "operation": "`torch.save(model.state_dict())`",
        "still one object": "yes" if tie_of(model)[0] else "problem: no",
        "bias alias": "yes" if tie_of(model)[1] else "problem: no",
        "logits": "unchanged" if all(same_logits) else "problem: changed",
        "after saving and loading": "note: depends on the model that loads it"
        if all(tie_after) and not any(untied_after)
        else "problem: not as the model was",
        "do": "load it into a model of the same configuration",
    }
]

print("one storage under both names in the file:", one_storage_in_the_file)
print("loaded into a tied model: one matrix, one bias:", *tie_after)
print("loaded into an untied model:                  ", *untied_after)
print("the same logits:", *same_logits)
assert one_storage_in_the_file
assert tie_after == (True, True), f"tied model: {tie_after}"
assert untied_after == (False, False), f"untied model: {untied_after}"
assert all(same_logits)
