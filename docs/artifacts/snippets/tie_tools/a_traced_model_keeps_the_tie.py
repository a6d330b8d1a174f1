"""`torch.jit.trace` keeps the tie, also in its file: `parameters()` has the matrix once, and one step after loading moves both names."""

import io
import warnings

import torch
from transformers import BertConfig, BertForMaskedLM, logging

scope = "library"

logging.set_verbosity_error()  # tracing asks for every property of the model
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


model.config.return_dict = False
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # tracing is deprecated, and says so at length
    traced = torch.jit.trace(model, (_token_ids,), strict=False)
    _file = io.BytesIO()
    torch.jit.save(traced, _file)
    _file.seek(0)
    loaded = torch.jit.load(_file)


def one_storage(module):
    words = module.bert.embeddings.word_embeddings.weight
    return words.data_ptr() == module.cls.predictions.decoder.weight.data_ptr()


tie, loaded_tie = tie_of(traced), tie_of(loaded)
shares = one_storage(traced), one_storage(loaded)
counts = [len(list(module.parameters())) for module in (model, traced, loaded)]
_logits = [module(_token_ids)[0] for module in (traced, loaded)]
same_logits = [torch.allclose(logits, _before, atol=1e-5) for logits in _logits]
start = loaded.bert.embeddings.word_embeddings.weight.detach().clone()
optimizer = torch.optim.SGD(loaded.parameters(), lr=0.1)
loaded(_token_ids)[0].logsumexp(2).sum().backward()
optimizer.step()
_words = loaded.bert.embeddings.word_embeddings.weight
moved = not torch.equal(_words, start)
moved_as_one = torch.equal(_words, loaded.cls.predictions.decoder.weight)
row = [
    {
        "operation": "`torch.jit.trace`",
        "still one object": "yes" if tie[0] and shares[0] else "problem: no",
        "bias alias": "yes" if tie[1] else "problem: no",
        "logits": "unchanged" if all(same_logits) else "changed",
        "after saving and loading": "fine: tied, one storage"
        if loaded_tie == (True, True) and moved_as_one
        else "problem: not tied",
        "do": "nothing; no `torchscript=True` is needed",
    }
]

print("traced: one matrix, one bias:", *tie, "one storage:", shares[0])
print("loaded: one matrix, one bias:", *loaded_tie, "one storage:", shares[1])
print("Parameters of the model, traced, loaded:", *counts)
print("a step moves both names as one:", moved_as_one)
assert tie == loaded_tie == (True, True), f"traced: {tie}, loaded: {loaded_tie}"
assert len(set(counts)) == 1, f"Parameters: {counts}"
assert all(shares), f"one storage: {shares}"
assert all(same_logits), f"the same logits: {same_logits}"
assert moved, "the step moves nothing"
assert moved_as_one, "the step moves the two apart"
