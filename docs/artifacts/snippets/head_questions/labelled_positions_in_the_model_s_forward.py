"""To score the labelled positions alone, write a subclass with a `forward` that does it. `DistributedDataParallel` then gives two processes the same gradients, those of the model's own loss, and what you save loads as `BertForMaskedLM`. Call the parts of `ddp.module` instead, and each process keeps its own gradients, without an error."""

import tempfile
from datetime import timedelta
from multiprocessing import get_context

import torch
from torch import distributed
from torch.nn.functional import cross_entropy
from torch.nn.parallel import DistributedDataParallel
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "a forward of your own"

config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)


class LabelledAlone(BertForMaskedLM):
    """A masked LM that scores the labelled positions alone."""

    def forward(self, input_ids, labels=None, **inputs):
        """Return the loss, or without labels the scores of all positions."""
        if labels is None:
            return super().forward(input_ids, **inputs)
        vectors = self.bert(input_ids, **inputs)[0]
        labelled = labels != -100
        scores = self.cls(vectors[labelled])
        return {"loss": cross_entropy(scores, labels[labelled])}


def by_forward(ddp, ids, labels):
    return ddp(ids, labels=labels)["loss"]


def by_the_parts(ddp, ids, labels):
    return LabelledAlone.forward(ddp.module, ids, labels)["loss"]


ways = {
    "the model's own forward": (BertForMaskedLM, by_forward),
    "a forward of your own": (LabelledAlone, by_forward),
    "the parts of ddp.module": (BertForMaskedLM, by_the_parts),
}


def train(rank, folder):
    """Save what one of the two processes gets: the gradients of each way."""
    torch.manual_seed(rank)
    ids = torch.randint(5, 100, (4, 32))
    labels = torch.full_like(ids, -100)
    labels[:, 3 : 20 + 8 * rank : 6] = ids[:, 3 : 20 + 8 * rank : 6]
    distributed.init_process_group(
        "gloo",
        init_method=f"file://{folder}/meeting",
        rank=rank,
        world_size=2,
        timeout=timedelta(seconds=60),
    )
    gradients = {}
    for way, (class_, loss_of) in ways.items():
        torch.manual_seed(0)
        model = class_(config).eval()  # in both processes the same, without dropout
        ddp = DistributedDataParallel(model)
        loss_of(ddp, ids, labels).backward()
        gradients[way] = torch.cat([p.grad.flatten() for p in model.parameters()])
    torch.save(gradients, f"{folder}/{rank}.pt")


with tempfile.TemporaryDirectory() as _folder:
    _fork = get_context("fork")
    _two = [_fork.Process(target=train, args=(rank, _folder)) for rank in (0, 1)]
    for _process in _two:
        _process.start()
    for _process in _two:
        _process.join()
    _first, _second = (torch.load(f"{_folder}/{rank}.pt") for rank in (0, 1))


_own, _yours, _parts = _first.values()
same_in_both = {
    way: (_first[way] - _second[way]).abs().max().item() < 1e-6 for way in ways
}
as_by_the_model_s_own = (_yours - _own).abs().max().item() < 1e-6
_mean = (_parts + _second["the parts of ddp.module"]) / 2
mean_is_the_model_s_own = (_mean - _own).abs().max().item() < 1e-6

_ids = torch.randint(5, 100, (4, 32))
_labels = torch.full_like(_ids, -100)
_labels[:, 3:30:6] = _ids[:, 3:30:6]
model = LabelledAlone(config).eval()
_optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
model(_ids, labels=_labels)["loss"].backward()
_optimizer.step()
(_loss,) = model(_ids, labels=_labels).values()  # the loss alone, no logits
_scores = model(_ids)[0]
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_tied = _loaded.get_output_embeddings().weight is _loaded.get_input_embeddings().weight
loads_with_its_scores = torch.allclose(_loaded(_ids)[0], _scores, atol=1e-5)
loads_with_its_loss = torch.allclose(_loaded(_ids, labels=_labels)[0], _loss, atol=1e-5)

print("the same gradients in both processes, by")
for _way, _same in same_in_both.items():
    print(f"  {_way}: {_same}")
print(f"yours are the model's own: {as_by_the_model_s_own};", end=" ")
print(f"the parts' mean over both is, too: {mean_is_the_model_s_own}")
print("saved, it loads as BertForMaskedLM, with its scores", end=" ")
print(f"{loads_with_its_scores} and its loss {loads_with_its_loss}")
assert list(same_in_both.values()) == [True, True, False], f"{same_in_both}"
assert _own.abs().max() > 0.1  # so 1e-6 is rounding
assert as_by_the_model_s_own and mean_is_the_model_s_own
assert loads_with_its_scores and loads_with_its_loss and _tied
