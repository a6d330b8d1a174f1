"""To score only the labelled positions, write a subclass with a `forward` that does so: given labels, it returns the loss and no logits. What you save loads as `BertForMaskedLM`. Under `DistributedDataParallel` call the wrapper, `ddp(**batch)`: two processes then get the same gradients, those of the model's own loss. Call the model inside it, whole or in parts, and each process keeps its own gradients, without an error."""

import tempfile
from datetime import timedelta
from functools import partial
from multiprocessing import get_context

import torch
from torch import distributed
from torch.nn.parallel import DistributedDataParallel
from transformers import BertConfig, BertForMaskedLM

scope = "library"
needs_cpu = "it forks, and a forked process cannot use CUDA"
decides = "a forward of your own"

config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "initializer_range": 0.3,
    }
)


class LabelledAlone(BertForMaskedLM):
    """Scores the labelled positions alone."""

    accepts_loss_kwargs = False  # Trainer divides when it accumulates gradients

    def forward(self, input_ids, attention_mask=None, token_type_ids=None, labels=None):
        """Return the loss or, without labels, all scores; Trainer reads the names."""
        inputs = input_ids, attention_mask, token_type_ids
        if labels is None:
            return super().forward(*inputs)
        vectors = self.bert(*inputs)[0]
        labelled = self.cls(vectors[labels != -100]), labels[labels != -100]
        return {"loss": torch.nn.functional.cross_entropy(*labelled)}


ways = {  # the class, and what is called
    "the model's own forward, ddp(**batch)": (BertForMaskedLM, lambda _, ddp: ddp),
    "a forward of your own, ddp(**batch)": (LabelledAlone, lambda _, ddp: ddp),
    "model(**batch)": (LabelledAlone, lambda model, _: model),
    "ddp.module(**batch)": (LabelledAlone, lambda _, ddp: ddp.module),
    "the parts of ddp.module": (
        BertForMaskedLM,
        lambda _, ddp: partial(LabelledAlone.forward, ddp.module),
    ),
}


def draw_batch(longest):
    """Make four texts of up to 32 tokens, padded, with labels."""
    ids = torch.randint(5, 100, (4, 32))
    mask = torch.ones_like(ids)
    mask[2:, longest:] = 0
    labels = torch.full_like(ids, -100)
    labels[:, 3:longest:6] = ids[:, 3:longest:6]
    types = torch.randint(2, ids.shape)
    return {
        "input_ids": ids * mask,
        "attention_mask": mask,
        "token_type_ids": types,
        "labels": labels,
    }


def train(rank, folder):
    """Save what one of the two processes gets: the gradients of each way."""
    torch.manual_seed(rank)
    batch = draw_batch(longest=20 + 8 * rank)
    distributed.init_process_group(
        "gloo",
        init_method=f"file://{folder}/meeting",
        rank=rank,
        world_size=2,
        timeout=timedelta(seconds=60),
    )
    gradients = {}
    for way, (class_, called) in ways.items():
        torch.manual_seed(0)
        model = class_(config).eval()  # in both processes the same, without dropout
        ddp = DistributedDataParallel(model)
        called(model, ddp)(**batch)["loss"].backward()
        gradients[way] = torch.cat([p.grad.flatten() for p in model.parameters()])
    torch.save(gradients, f"{folder}/{rank}.pt")


with tempfile.TemporaryDirectory() as _folder:
    _fork = get_context("fork")
    _two = [_fork.Process(target=train, args=(rank, _folder)) for rank in (0, 1)]
    for _process in _two:
        _process.start()
    for _process in _two:
        _process.join()
    _exit_codes = [process.exitcode for process in _two]
    assert _exit_codes == [0, 0], f"{_exit_codes}"
    _first, _second = (torch.load(f"{_folder}/{rank}.pt") for rank in (0, 1))

_own, _yours, *_inside = ways
_own_gradient = _first[_own]
same_in_both = {
    way: (_first[way] - _second[way]).abs().max().item() < 1e-6 for way in ways
}
_means = {way: (_first[way] + _second[way]) / 2 for way in ways}
mean_is_the_model_s_own = {
    way: (mean - _own_gradient).abs().max().item() < 1e-6
    for way, mean in _means.items()
}

torch.manual_seed(0)
_batch = draw_batch(longest=20)
_unlabelled = {n: tensor for n, tensor in _batch.items() if n != "labels"}
model = LabelledAlone(config).eval()
_optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
model(**_batch)["loss"].backward()
_optimizer.step()
(_loss,) = model(**_batch).values()  # the loss alone, no logits
_scores = model(**_unlabelled)[0]
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_tied = _loaded.get_output_embeddings().weight is _loaded.get_input_embeddings().weight
loads_with_its_scores = torch.allclose(_loaded(**_unlabelled)[0], _scores, atol=1e-5)
loads_with_its_loss = torch.allclose(_loaded(**_batch)[0], _loss, atol=1e-5)
_left_out = {}  # how far the loss moves without it
for _name in ("attention_mask", "token_type_ids"):
    _others = {n: tensor for n, tensor in _batch.items() if n != _name}
    _left_out[_name] = (model(**_others)["loss"] - _loss).abs().item()

print("the same gradients in both processes, by")
for _way, _same in same_in_both.items():
    print(f"  {_way}: {_same}")
print(f"the mean over both is the model's own: {all(mean_is_the_model_s_own.values())}")
print("saved, it loads as BertForMaskedLM, with its scores", end=" ")
print(f"{loads_with_its_scores} and its loss {loads_with_its_loss}")
assert same_in_both == {way: way not in _inside for way in ways}, f"{same_in_both}"
assert _own_gradient.abs().max() > 0.1  # so 1e-6 is rounding
assert all(mean_is_the_model_s_own.values()), f"{mean_is_the_model_s_own}"
assert loads_with_its_scores and loads_with_its_loss and _tied
assert min(_left_out.values()) > 1e-5, f"they do not count: {_left_out}"
