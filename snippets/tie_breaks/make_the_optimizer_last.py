"""Create the optimizer after you put in a new embedding and tie it: one created before leaves the shared matrix untrained. It steps the Parameters that it was given, and says nothing. Seen on a fresh BERT and after two steps of training, with AdamW, in one process."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "made after"

_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
config = BertConfig.from_dict(_sizes)
_ids = torch.tensor([[2, 5, 7, 3]])


def made_for(model):
    return torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.0)


def moves_the_matrix(optimizer, model):
    """Train one step, and say whether the one matrix moved."""
    matrix, dense = model.get_input_embeddings().weight, model.cls.predictions.transform
    assert model.get_output_embeddings().weight is matrix, "it is not tied"
    before, was = matrix.detach().clone(), dense.dense.weight.detach().clone()
    model(_ids, labels=_ids).loss.backward()
    optimizer.step()
    assert not torch.equal(dense.dense.weight, was), "the optimizer trains nothing"
    return not torch.equal(matrix, before)


def saved_and_loaded(model):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        return BertForMaskedLM.from_pretrained(folder).eval()


trained = {"before": [], "after": []}
for made, outcomes in trained.items():
    for earlier_steps in (0, 2):
        torch.manual_seed(0)
        model = BertForMaskedLM(config).eval()
        optimizer = made_for(model)
        _earlier = [moves_the_matrix(optimizer, model) for _ in range(earlier_steps)]
        assert all(_earlier), "the matrix is not trained at the start"
        model.set_input_embeddings(torch.nn.Embedding(100, 24))
        model.tie_weights()
        if made == "after":
            optimizer = made_for(model)
        outcomes.append(moves_the_matrix(optimizer, model))
        _again = saved_and_loaded(model)
        _same = torch.allclose(_again(_ids)[0], model(_ids)[0], atol=1e-5)
        assert _same, "saved and loaded, it gives other logits"

for made, outcomes in trained.items():
    print(f"made {made}: a step moves the matrix, fresh and trained:", *outcomes)
assert trained == {"before": [False, False], "after": [True, True]}, trained
