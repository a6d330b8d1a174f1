"""After `resize_token_embeddings`, set the new biases of a tied masked LM to the mean of the old ones. Resized, the model has new rows at the mean of the old ones, and new biases of 0. With the biases set, neither of two new tokens is likelier than 1 / V at any position, where V counts the old tokens. For an untied model, transformers does this for you."""

import copy

import torch
from transformers import AutoModelForMaskedLM

scope = "checkpoint"
checkpoint = "pydoc-bert"
needs = ("mlm_head",)
decides = "the mean as well"

torch.manual_seed(0)
trained = AutoModelForMaskedLM.from_pretrained(checkpoint).eval()
vocabulary = trained.config.vocab_size
token_ids = torch.randint(vocabulary, (16, 32))


def resized(model, **options):
    """Give a copy with two new tokens."""
    model = copy.deepcopy(model)
    model.resize_token_embeddings(vocabulary + 2, **options)
    return model


@torch.no_grad()
def chances(model):
    """Give the new tokens' probabilities at each position, times V."""
    return model(token_ids)[0].softmax(dim=-1)[..., vocabulary:] * vocabulary


model = resized(trained)
decoder = model.get_output_embeddings()
tied = decoder.weight is model.get_input_embeddings().weight
_old_rows, _new_rows = decoder.weight.detach().split([vocabulary, 2])
_from_mean = (_new_rows - _old_rows.mean(dim=0)).abs().max().item()
new_bias = decoder.bias[vocabulary:].tolist()
old_bias_mean = decoder.bias[:vocabulary].mean().item()
bias_zero = chances(model)
average_with_bias_zero = bias_zero.mean().item()

# The mend
with torch.no_grad():
    decoder.bias[vocabulary:] = decoder.bias[:vocabulary].mean()

bias_mean = chances(model)
random_rows = chances(resized(trained, mean_resizing=False))
trained.config.tie_word_embeddings = False  # the control: a matrix for each
_decoder = trained.get_output_embeddings()
_decoder.weight = torch.nn.Parameter(_decoder.weight.detach())
untied = resized(trained)
untied_bias = untied.get_output_embeddings().bias[vocabulary:]
still_untied = (
    untied.get_output_embeddings().weight is not untied.get_input_embeddings().weight
)
untied_gets_the_mean = (untied_bias - old_bias_mean).abs().max().item() < 1e-4

after_resizing = [
    {"new rows": rows, "new bias": bias, "on average": p.mean(), "at most": p.max()}
    for rows, bias, p in (
        ("the mean (the default)", "0", bias_zero),
        ("the mean", "the mean as well", bias_mean),
        ("drawn (`mean_resizing=False`)", "0", random_rows),
    )
]
for row in after_resizing:
    row["on average"], row["at most"] = row["on average"].item(), row["at most"].item()
    print(
        f"rows {row['new rows']}, bias {row['new bias']}: "
        f"on average {row['on average']:.3f} / V, at most {row['at most']:.2f} / V"
    )
print(f"the old biases' mean: {old_bias_mean:.2f}; untied: {untied_gets_the_mean}")
assert tied
assert _from_mean < 0.001 * _old_rows.std()
assert new_bias == [0.0, 0.0]
assert 0.1 < bias_mean.max() < 1.001, "no new token may be likelier than 1 / V"
assert bias_mean.mean() < 0.8 * bias_zero.mean()
assert random_rows.max() > 2 * bias_mean.max(), "drawn rows do as well"
assert not torch.allclose(random_rows, bias_zero, rtol=0.1), "no row was drawn"
assert still_untied
assert untied_gets_the_mean, f"untied, they are {untied_bias.tolist()}"
