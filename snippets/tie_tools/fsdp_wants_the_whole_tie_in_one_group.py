"""FSDP2 keeps the tie of a BERT sharded as a whole or by layers. A group of the embedding and the decoder is refused: it splits the bias from its alias."""

import tempfile
import warnings

import torch
from torch import distributed
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from transformers import BertConfig, BertForMaskedLM

scope = "library"
needs_cpu = "gloo is the process group for CPUs"
decides = "[embedding, decoder], then"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_token_ids)[0]


def tie_of(model):
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    return head.decoder.weight is words.weight, head.decoder.bias is head.bias


assert all(tie_of(model)), "it is not tied at the start"
state = model.state_dict()


def sharded(choose):
    other = BertForMaskedLM(config).eval()
    other.load_state_dict(state)
    mesh = init_device_mesh("cpu", (1,))
    try:
        for group in [*choose(other), other]:
            fully_shard(group, mesh=mesh)
        optimizer = torch.optim.SGD(other.parameters(), lr=0.1)  # after fully_shard
        logits = other(_token_ids)[0]
        other(_token_ids, labels=_token_ids)[0].backward()
        optimizer.step()
    except ValueError as error:
        return {"refused": str(error).split("'")[1], "tie": tie_of(other)}
    words = other.bert.embeddings.word_embeddings.weight.full_tensor()
    decoder = other.cls.predictions.decoder.weight.full_tensor()
    before = model.bert.embeddings.word_embeddings.weight
    return {
        "refused": "",
        "tie": tie_of(other),
        "same logits": torch.equal(logits, _before),
        "moved": not torch.equal(words, before),
        "as one": torch.equal(words, decoder),
    }


_cases = {
    "the whole model": lambda _: [],
    "each layer, then the rest": lambda m: list(m.bert.encoder.layer),
    "the embedding, then the rest": lambda m: [m.bert.embeddings.word_embeddings],
    "[embedding, decoder], then the rest": lambda m: [
        [m.bert.embeddings.word_embeddings, m.cls.predictions.decoder]
    ],
    "[embedding, cls.predictions], then the rest": lambda m: [
        [m.bert.embeddings.word_embeddings, m.cls.predictions]
    ],
}
with tempfile.TemporaryDirectory() as _folder:
    distributed.init_process_group(
        "gloo", init_method=f"file://{_folder}/meeting", rank=0, world_size=1
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of in-place changes: none here
        _found = {name: sharded(choose) for name, choose in _cases.items()}
table = [
    {
        "groups": name,
        "one matrix": "yes" if one["tie"][0] else "problem: no",
        "one bias": "yes" if one["tie"][1] else "problem: no",
        "training": f"problem: refused, {one['refused']}"
        if one["refused"]
        else "fine: same logits, moves as one"
        if all((*one["tie"], one["same logits"], one["moved"], one["as one"]))
        else "problem: not as before",
    }
    for name, one in _found.items()
]
_pair = _found["[embedding, decoder], then the rest"]
row = [
    {
        "operation": "FSDP2, `fully_shard([embedding, decoder])`",
        "still one object": "yes" if _pair["tie"][0] else "problem: no",
        "bias alias": "yes" if _pair["tie"][1] else "problem: no, split",
        "logits": "problem: an error, no logits" if _pair["refused"] else "unchanged",
        "after saving and loading": "note: not tried: it does not run"
        if _pair["refused"]
        else "tied",
        "do": "group `word_embeddings` with all of `cls.predictions`",
    }
]

for _line in table:
    print(f"{_line['groups']}: {_line['training'].partition(': ')[2]}")
trains = [_line["groups"] for _line in table if "fine" in _line["training"]]
assert trains == [
    "the whole model",
    "each layer, then the rest",
    "[embedding, cls.predictions], then the rest",
], f"these train: {trains}"
assert "word_embeddings" in _found["the embedding, then the rest"]["refused"]
assert "decoder.bias" in _pair["refused"] and _pair["tie"] == (True, False), f"{_pair}"
