"""In float32 a training step of `BertForMaskedLM` holds four tensors as large as its logits at once, or three if it keeps only the loss. Score only the labelled positions, or a chunk at a time, and the three shrink to that share; loss and gradients are equal up to rounding."""

from weakref import WeakSet

import torch
from torch.nn.functional import cross_entropy, linear_cross_entropy
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.checkpoint import checkpoint
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "keeping the output"
TEXTS, TOKENS, CHUNKS = 32, 512, 8
LABELLED = 15  # percent of the positions


class Scores(TorchDispatchMode):
    """The most bytes at once in tensors with a row of scores for each position."""

    def __init__(self, config):
        super().__init__()
        self.config, self.held, self.most, self.made_by = config, WeakSet(), 0, []

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        """Do the operation, and look at what it made."""
        result = operation(*args, **(kwargs or {}))
        for one in result if isinstance(result, tuple) else [result]:
            if isinstance(one, torch.Tensor) and one.dim() == 2:
                rows, columns = one.shape
                other = (
                    1,
                    self.config.hidden_size,
                )  # of the bias, and the turned matrix
                if columns == self.config.vocab_size and rows not in other:
                    storage = one.untyped_storage()
                    if storage not in self.held:  # a view brings none
                        self.held.add(storage)
                        self.made_by.append(operation.overloadpacket.__name__)
        self.most = max(self.most, sum(storage.nbytes() for storage in self.held))
        return result


def keeping_the_output(model, ids, labels, _):
    output = model(ids, labels=labels)
    output.loss.backward()  # `output` has the logits until the end
    return output.loss


def keeping_the_loss(model, ids, labels, _):
    loss = model(ids, labels=labels).loss
    loss.backward()
    return loss


def labelled_alone(model, ids, labels, places):
    """Picks the labelled positions before the head."""

    def loss_of(vectors, answers):  # the scores are gone when it returns
        return cross_entropy(model.cls(vectors[places]), answers[places])

    loss = loss_of(model.bert(ids)[0].flatten(0, 1), labels.flatten())
    loss.backward()
    return loss


def in_chunks(model, ids, labels, _):
    """Scores some positions at a time; backward computes their scores again."""

    def loss_of(vectors, answers):
        return cross_entropy(model.cls(vectors), answers, reduction="sum")

    vectors, answers = model.bert(ids)[0].flatten(0, 1), labels.flatten()
    pairs = zip(vectors.chunk(CHUNKS), answers.chunk(CHUNKS), strict=True)
    losses = [checkpoint(loss_of, *pair, use_reentrant=False) for pair in pairs]
    loss = sum(losses) / (labels != -100).sum()
    loss.backward()
    return loss


def by_torch(model, ids, labels, _):
    """PyTorch's own function for it."""
    head, vectors = model.cls.predictions, model.bert(ids)[0].flatten(0, 1)
    size = len(vectors) // CHUNKS
    loss = linear_cross_entropy(
        head.transform(vectors),
        head.decoder.weight,
        labels.flatten(),
        linear_bias=head.decoder.bias,
        options=torch.nn.LinearCrossEntropyOptions(batch_chunk_size=size),
    )
    loss.backward()
    return loss


def step(way, model, ids, labels, places):
    model.zero_grad()
    with Scores(model.config) as scores:
        loss = way(model, ids, labels, places)
    gradients = [parameter.grad.flatten() for parameter in model.parameters()]
    return scores, loss.detach(), torch.cat(gradients)


WAYS = (keeping_the_output, keeping_the_loss, labelled_alone, in_chunks)
with torch.device("meta"):  # bert-base's shapes without the numbers
    _base = BertForMaskedLM(BertConfig(num_hidden_layers=1))
    _ids = torch.zeros(TEXTS, TOKENS, dtype=torch.long)
    _places = torch.zeros(TEXTS * TOKENS * LABELLED // 100, dtype=torch.long)
_logits = 4 * TEXTS * TOKENS * _base.config.vocab_size  # bytes
_of_each_way = [step(way, _base, _ids, _ids, _places)[0] for way in WAYS]
_of_the_model, *_ = _of_each_way
made_by = _of_the_model.made_by
times_the_logits = {
    way.__name__: scores.most / _logits
    for way, scores in zip(WAYS, _of_each_way, strict=True)
}
gigabytes = {name: times * _logits / 1e9 for name, times in times_the_logits.items()}
MADE_BY = ["addmm", "_log_softmax"]  # forward: the logits, and their log-softmax
MADE_BY += ["nll_loss_backward", "_log_softmax_backward_data"]  # their gradients
vocabulary, logits_gigabytes = _base.config.vocab_size, _logits / 1e9
_all, _without, _labelled = [round(one, 1) for one in gigabytes.values()][:3]
steps = [
    {"step": "keep the output", "GB": _all, "is": "total"},
    {"step": "free the logits", "GB": round(_without - _all, 1), "is": "less"},
    {"step": "keep the loss alone", "GB": _without, "is": "total"},
    {
        "step": f"skip the other {100 - LABELLED} %",
        "GB": round(_labelled - _without, 1),
        "is": "less",
    },
    {"step": f"score the labelled {LABELLED} %", "GB": _labelled, "is": "total"},
]

torch.manual_seed(0)
_sizes = {"hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 2}
_small = BertForMaskedLM(BertConfig(vocab_size=500, **_sizes)).eval()
torch.nn.init.normal_(_small.cls.predictions.bias)  # as if it were trained
_ids = torch.randint(5, 500, (4, 32))
_labels = torch.full_like(_ids, -100)
_labels[:, 3:30:6] = _ids[:, 3:30:6]
_batch = _ids, _labels, (_labels != -100).flatten().nonzero().flatten()
_scores, _loss, _gradient = step(keeping_the_output, _small, *_batch)
_largest = _gradient.abs().max()
times_on_the_cpu = _scores.most / (4 * _ids.numel() * 500)
same_loss, same_gradients = {}, {}
for _way in (labelled_alone, in_chunks, by_torch):
    _, _other_loss, _other = step(_way, _small, *_batch)
    _name = _way.__name__
    same_loss[_name] = torch.allclose(_loss, _other_loss, atol=1e-5)
    same_gradients[_name] = torch.allclose(_other, _gradient, rtol=0, atol=1e-6)

print(f"logits of {TEXTS} texts of {TOKENS} tokens: {_logits / 1e9:.1f} GB, made by")
print(*made_by, sep=", ", end="\n\n")
for _name, _times in times_the_logits.items():
    print(
        f"{_name.replace('_', ' '):18} {_times:4.2f} times the logits:",
        f"{gigabytes[_name]:.2f} GB",
    )
for _name in same_loss:
    print(f"{_name.replace('_', ' ')}: same loss: {same_loss[_name]}", end=", ")
    print("same gradients within 1e-6:", same_gradients[_name])
_times = list(times_the_logits.values())
_expected = torch.tensor([4, 3, 3 * LABELLED / 100, 3 / CHUNKS])
assert torch.allclose(torch.tensor(_times), _expected, atol=1e-3), f"{_times}"
assert _largest > 0.1  # so 1e-6 is rounding
assert made_by == MADE_BY, f"{made_by}"
assert times_on_the_cpu == 4, f"{times_on_the_cpu}"
assert all(same_loss.values()), f"{same_loss}"
assert all(same_gradients.values()), f"{same_gradients}"
