"""Tied to a matrix as `nn.Embedding` draws it, a BERT as wide as bert-base starts at a loss of more than 90. A GPT-2 of that width starts at more than 500. They have one layer and BERT's vocabulary, and it is so with each of three draws of the matrix. The GPT-2 says the token that it has just read. With a spread of 0.02 both start near ln V."""

import math

import torch
from torch import nn
from transformers import BertConfig, BertForMaskedLM, GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "tied, spread 1:"

torch.manual_seed(0)
_sizes = {"vocab_size": 30522, "bos_token_id": None, "eos_token_id": None}
models = {
    "BERT": BertForMaskedLM(BertConfig(num_hidden_layers=1, **_sizes)).eval(),
    "GPT-2": GPT2LMHeadModel(GPT2Config(n_layer=1, **_sizes)).eval(),
}
vocabulary, width = models["BERT"].get_input_embeddings().weight.shape
ln_v = math.log(vocabulary)
root_of_d = math.sqrt(width)
token_ids = torch.arange(1000, 1008)[None]


own_logits = {model: [] for model in models.values()}  # of the token just read


@torch.no_grad()
def starting_loss(model, matrix):
    """Give the mean loss, each token of the vocabulary being the answer in turn."""
    model.get_output_embeddings().weight.data = matrix  # tied: the embedding's, too
    logits = model(token_ids)[0]
    own = logits.gather(-1, token_ids[..., None]).squeeze(-1)
    own_logits[model].append((own.min().item(), own.equal(logits.amax(dim=-1))))
    return (logits.logsumexp(dim=-1) - logits.mean(dim=-1)).mean().item()


losses = {}  # of each draw, by matrix and model
for seed in range(3):
    torch.manual_seed(seed)
    drawn = nn.Embedding(vocabulary, width).weight.detach()  # N(0, 1)
    for times, spread in ((1.0, "1"), (0.1, "0.1"), (0.2, "0.02")):
        drawn *= times
        for _name, model in models.items():
            key = (f"tied, spread {spread}", _name)
            losses.setdefault(key, []).append(starting_loss(model, drawn))
for model in models.values():  # the control: a matrix of the output's own
    model.get_output_embeddings().weight = nn.Parameter(torch.empty(0))
for seed in range(3):
    torch.manual_seed(seed)
    own = nn.Linear(width, vocabulary, bias=False).weight.detach()
    for _name, model in models.items():
        key = ("untied, `nn.Linear`'s own", _name)
        losses.setdefault(key, []).append(starting_loss(model, own))

starts = []  # means over the draws
for matrix in dict.fromkeys(matrix for matrix, _ in losses):
    row = {"decoder's matrix": matrix}
    for _name in models:
        _mean = sum(losses[matrix, _name]) / len(losses[matrix, _name])
        row[f"loss of {_name}"] = float(f"{_mean:.3g}")  # the draws differ by more
    starts.append(row)
    print(f"{matrix}: BERT {row['loss of BERT']:g}, GPT-2 {row['loss of GPT-2']:g}")
print(f"ln V = {ln_v:.1f}")

draws_differ_by_percent = 20
for key, of_seeds in losses.items():
    _differ = (max(of_seeds) / min(of_seeds) - 1) * 100
    assert _differ < draws_differ_by_percent, f"{key} depends on the draw: {of_seeds}"
for matrix, variance in (
    ("tied, spread 0.02", 0.02**2),
    ("untied, `nn.Linear`'s own", 1 / (3 * width)),  # uniform from -1/√d to 1/√d
):
    for _name in models:
        _wanted = ln_v + variance * width / 2
        assert abs(max(losses[matrix, _name]) - _wanted) < 0.02, f"{matrix}, {_name}"
# The formula's premise fails where the last vector points along the token just read
middle = 0.1
by_formula = ln_v + middle**2 * width / 2
_bert, _gpt2 = (losses[f"tied, spread {middle}", _name] for _name in models)
assert max(_bert) - by_formula < 0.5 < 1 < min(_gpt2) - by_formula, (_bert, _gpt2)
_bert, _gpt2 = (losses["tied, spread 1", _name] for _name in models)
_own = own_logits[models["GPT-2"]][:9:3]  # of each draw the matrix of the spread 1
_says_its_own = all(largest and logit > 0.8 * width for logit, largest in _own)
assert _says_its_own and min(_bert) > 90 and min(_gpt2) > 500, (_own, _bert, _gpt2)
