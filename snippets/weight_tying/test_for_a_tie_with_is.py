"""Test for a tie with `is`: equal values pass for a tie only until the first step of training. Seen on a fresh BERT in transformers, with AdamW, in one process."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "after a step"

torch.manual_seed(0)
tied = BertForMaskedLM(BertConfig(num_hidden_layers=2, vocab_size=1000))
copied = BertForMaskedLM(BertConfig(num_hidden_layers=2, vocab_size=1000))
_matrix = copied.get_input_embeddings().weight
copied.get_output_embeddings().weight = torch.nn.Parameter(_matrix.detach().clone())


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


before = [answers(tied), answers(copied)]
for model in (tied, copied):
    step(model)
after = [answers(tied), answers(copied)]

print(f"before: tied {before[0]}, copied {before[1]}")
print(f"after a step: tied {after[0]}, copied {after[1]}")
assert before == [{"is": True, "equal": True}, {"is": False, "equal": True}], before
assert after == [{"is": True, "equal": True}, {"is": False, "equal": False}], after
