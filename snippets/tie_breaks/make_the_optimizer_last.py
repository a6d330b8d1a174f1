"""Make the optimizer after you resize or tie a model again: made before, it leaves the new matrix untrained, or stops with an error. The matrix is new after `resize_token_embeddings`, and after `set_input_embeddings` with `tie_weights()`. The error comes where AdamW was already training a BERT that you resize. Seen on a fresh BERT and after two steps, in one process."""

import copy
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "made after"

_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
config = BertConfig.from_dict(_sizes)
_ids = torch.tensor([[2, 5, 7, 3]])


def resize(model):
    model.resize_token_embeddings(104)


def tie_again(model):
    model.set_input_embeddings(torch.nn.Embedding(100, 24))
    model.tie_weights()


def made_for(model):
    return torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.0)


def step(model, optimizer):
    """Train one step, and say what became of the one matrix."""
    matrix = model.get_input_embeddings().weight
    assert model.get_output_embeddings().weight is matrix, "it is not tied"
    before = matrix.detach().clone()
    optimizer.zero_grad()
    model(_ids, labels=_ids).loss.backward()
    try:
        optimizer.step()
    except RuntimeError:
        return "an error"
    return "untrained" if torch.equal(matrix, before) else "trained"


def saved_and_loaded(model):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        return BertForMaskedLM.from_pretrained(folder).eval()


matrix_is = {"before": [], "after": []}
for operation in (resize, tie_again):
    for earlier_steps in (0, 2):
        for made, outcomes in matrix_is.items():
            torch.manual_seed(0)
            model = BertForMaskedLM(copy.deepcopy(config)).eval()
            optimizer = made_for(model)
            _earlier = [step(model, optimizer) for _ in range(earlier_steps)]
            assert _earlier == ["trained"] * earlier_steps, _earlier
            operation(model)
            if made == "after":
                optimizer = made_for(model)
            _dense = model.cls.predictions.transform.dense.weight
            _was = _dense.detach().clone()
            outcomes.append(step(model, optimizer))
            if outcomes[-1] != "an error":
                assert not torch.equal(_dense, _was), "the optimizer trains nothing"
            _same = torch.allclose(
                saved_and_loaded(model)(_ids)[0], model(_ids)[0], atol=1e-5
            )
            assert _same, "saved and loaded, it gives other logits"

print("resized, fresh and trained; tied again, fresh and trained")
for made, outcomes in matrix_is.items():
    print(f"made {made}, the matrix is:", ", ".join(outcomes))
_before = ["untrained", "an error", "untrained", "untrained"]
assert matrix_is["before"] == _before, matrix_is["before"]
assert matrix_is["after"] == ["trained"] * 4, matrix_is["after"]
