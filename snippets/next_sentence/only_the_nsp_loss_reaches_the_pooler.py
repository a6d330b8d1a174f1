"""The pooler has a gradient from the NSP loss and none from the MLM loss. The last layer's `[CLS]` vector, too, gets exactly zero from the MLM loss; one layer lower, both losses reach it."""

import torch
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "gradient of bert.pooler"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForPreTraining(config).eval()
_ids = torch.tensor([[2, 11, 4, 13, 3, 21, 4, 23, 3], [2, 31, 32, 4, 3, 41, 42, 4, 3]])
_masked = _ids == 4  # never [CLS], which stands first


def gradients(loss_of):
    """What one loss sends where: `none`, `exactly zero`, or `yes`."""
    model.zero_grad(set_to_none=True)
    vectors = []  # of each layer

    def keep(_, __, output):
        vectors.append(output[0] if isinstance(output, tuple) else output)
        vectors[-1].retain_grad()

    hooks = [layer.register_forward_hook(keep) for layer in model.bert.encoder.layer]
    scores, is_next = tuple(model(_ids)[:2])
    loss_of(scores, is_next).backward()
    for hook in hooks:
        hook.remove()
    below, last = vectors
    return {
        "bert.pooler": model.bert.pooler.dense.weight.grad,
        "cls.seq_relationship": model.cls.seq_relationship.weight.grad,
        "cls.predictions.transform": model.cls.predictions.transform.dense.weight.grad,
        "[CLS] vector, last layer": last.grad[:, 0],
        "masked tokens' vectors, last layer": last.grad[_masked],
        "[CLS] vector, one layer lower": below.grad[:, 0],
        "masked tokens' vectors, one layer lower": below.grad[_masked],
    }


def said(gradient):
    if gradient is None:
        return "none"
    return "yes" if gradient.abs().max() > 0 else "exactly zero"


def mlm_loss(scores, _):
    return cross_entropy(scores[_masked], torch.tensor([12, 22, 33, 43]))


def nsp_loss(_, is_next):
    return cross_entropy(is_next, torch.tensor([0, 1]))


_from_mlm, _from_nsp = gradients(mlm_loss), gradients(nsp_loss)
reached = [
    {
        "what": place,
        "by the MLM loss": said(_from_mlm[place]),
        "by the NSP loss": said(_from_nsp[place]),
    }
    for place in _from_mlm
]

for row in reached:
    print(f"gradient of {row['what']}: {row['by the MLM loss']} from the MLM", end=" ")
    print(f"loss, {row['by the NSP loss']} from the NSP loss")
_answers = [tuple(row.values())[1:] for row in reached]
assert _answers == [
    ("none", "yes"),
    ("none", "yes"),
    ("yes", "none"),
    ("exactly zero", "yes"),
    ("yes", "exactly zero"),
    ("yes", "yes"),
    ("yes", "yes"),
], f"{_answers}"
