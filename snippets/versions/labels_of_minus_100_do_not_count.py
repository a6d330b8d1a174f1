"""`BertForMaskedLM` takes `labels`, and its loss leaves out the places that have −100: it is the loss of the other places alone."""

import torch
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertForMaskedLM

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
needs_cpu = "a bad index is an IndexError on the CPU, and ends the use of CUDA"
decides = "labels, with"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertForMaskedLM(config).eval()
token_ids, labelled, answer = torch.tensor([[2, 5, 3]]), 1, 7


def loss_with(argument, ignored):
    """The loss with this value at the other places, or nothing if that is refused."""
    labels = torch.full_like(token_ids, ignored)
    labels[0, labelled] = answer
    try:
        with torch.no_grad():
            output = model(token_ids, **{argument: labels})
    except (IndexError, TypeError, ValueError, RuntimeError):
        return None
    return output if isinstance(output, torch.Tensor) else output[0]


with torch.no_grad():
    logits = model(token_ids)
logits = logits if isinstance(logits, torch.Tensor) else logits[0]
one_place = cross_entropy(logits[0, labelled : labelled + 1], torch.tensor([answer]))
works = [
    f"{argument}, with {ignored}"
    for argument in ("labels", "masked_lm_labels")
    for ignored in (-100, -1)
    if (loss := loss_with(argument, ignored)) is not None
    and loss.dim() == 0
    and torch.allclose(loss, one_place, atol=1e-5)
]

print("gives the labelled place's loss:", *works, sep="\n  ")
assert "labels, with -100" in works, f"it takes {' or '.join(works) or 'neither'}"
