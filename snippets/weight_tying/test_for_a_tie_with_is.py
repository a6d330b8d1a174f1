"""Test for a tie with `is`, not equality: a copy is equal until the first step, and two Parameters sharing memory stay equal. Seen on a fresh BERT in transformers, with AdamW, in one process, not wrapped. The two Parameters come from `load_state_dict(…, assign=True)`."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "copied:"

torch.manual_seed(0)
tied = BertForMaskedLM(BertConfig(num_hidden_layers=2, vocab_size=1000))
copied = BertForMaskedLM(BertConfig(num_hidden_layers=2, vocab_size=1000))
_matrix = copied.get_input_embeddings().weight
copied.get_output_embeddings().weight = torch.nn.Parameter(_matrix.detach().clone())
assigned = BertForMaskedLM(BertConfig(num_hidden_layers=2, vocab_size=1000))
assigned.load_state_dict(assigned.state_dict(), assign=True)
models = {"tied": tied, "copied": copied, "two in one memory": assigned}


def answers(model):
    one, other = model.get_input_embeddings(), model.get_output_embeddings()
    return {
        "is": one.weight is other.weight,
        "equal": torch.equal(one.weight, other.weight),
    }


def step(model):
    ids = torch.randint(1, 1000, (2, 16))
    model(ids, labels=ids).loss.backward()
    torch.optim.AdamW(model.parameters()).step()


before = [answers(model) for model in models.values()]
for model in models.values():
    step(model)
after = [answers(model) for model in models.values()]

for _name, _before, _after in zip(models, before, after, strict=True):
    print(f"{_name}: {_before}; after a step: {_after}")
_tied, _equal = {"is": True, "equal": True}, {"is": False, "equal": True}
assert before == [_tied, _equal, _equal], before
assert after == [_tied, {"is": False, "equal": False}, _equal], after
