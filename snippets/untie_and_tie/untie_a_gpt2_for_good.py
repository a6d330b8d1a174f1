"""To untie a GPT-2 for good, set `tie_word_embeddings = False` and give `lm_head` a copy of its matrix. A step of its `lm_head` alone then leaves the embedding as it is, and after saving and loading the matrices are two."""

import copy
import tempfile

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "untied:"

torch.manual_seed(0)
config = GPT2Config(
    vocab_size=100, n_embd=32, n_head=2, bos_token_id=None, eos_token_id=None
)
token_ids = torch.tensor([[2, 5, 7, 3]])
model = GPT2LMHeadModel(config).eval()  # yours: GPT2LMHeadModel.from_pretrained(…)
tied, tied_logits = copy.deepcopy(model), model(token_ids).logits

# The recipe
model.lm_head.weight = torch.nn.Parameter(model.lm_head.weight.detach().clone())
model.config.tie_word_embeddings = False


# How to see that it worked
def what_a_step_moves(model):
    """Train the head alone, one step, and say which of the two matrices moved."""
    matrices = {"lm_head": model.lm_head.weight, "wte": model.transformer.wte.weight}
    before = {name: matrix.detach().clone() for name, matrix in matrices.items()}
    model.requires_grad_(False)
    model.lm_head.weight.requires_grad_(True)
    logits = model(token_ids).logits
    torch.nn.functional.cross_entropy(logits[0], token_ids[0]).backward()  # any loss
    trained = [one for one in model.parameters() if one.requires_grad]
    torch.optim.SGD(trained, lr=1.0).step()
    return [name for name in matrices if not torch.equal(matrices[name], before[name])]


def saved_and_loaded(model):
    with tempfile.TemporaryDirectory() as folder:  # yours: an empty folder
        model.save_pretrained(folder)
        return GPT2LMHeadModel.from_pretrained(folder, output_loading_info=True)


loaded, _report = saved_and_loaded(model)
unfit = sorted(_report["missing_keys"]) + sorted(_report["unexpected_keys"])
two_matrices = loaded.lm_head.weight is not loaded.transformer.wte.weight
same_logits = torch.allclose(loaded(token_ids).logits, tied_logits, atol=1e-5)
moved = {"tied": what_a_step_moves(tied), "untied": what_a_step_moves(loaded)}
_again, _ = saved_and_loaded(loaded)
trained_logits, logits_again = loaded(token_ids).logits, _again(token_ids).logits

for _which, _names in moved.items():
    print(f"{_which}: a step of the head alone moves", *_names)
print(f"missing or unexpected at the next load: {unfit}; two matrices: {two_matrices}")
assert unfit == [], f"missing or unexpected: {unfit}"
assert two_matrices, "the matrices are one again"
assert same_logits, "the untied model gives other logits"
assert moved["tied"] == ["lm_head", "wte"], "frozen, the tied embedding stays"
assert moved["untied"] == ["lm_head"], f"a step moves {moved['untied']}"
assert torch.allclose(logits_again, trained_logits, atol=1e-5), "loading loses the step"
