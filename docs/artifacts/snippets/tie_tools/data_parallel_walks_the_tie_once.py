"""`DistributedDataParallel` sees a tied matrix once: one Parameter, one gradient hook, and one step moves both names."""

import tempfile

import torch
from torch import distributed
from transformers import BertConfig, BertForMaskedLM

scope = "library"

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


words = model.bert.embeddings.word_embeddings.weight
start, times_ready = words.detach().clone(), []
words.register_post_accumulate_grad_hook(lambda _: times_ready.append("now"))
with tempfile.TemporaryDirectory() as _folder:
    distributed.init_process_group(
        "gloo", init_method=f"file://{_folder}/meeting", rank=0, world_size=1
    )
    parallel = torch.nn.parallel.DistributedDataParallel(model)
    parameters, names = len(list(parallel.parameters())), len(parallel.state_dict())
    tie = tie_of(parallel.module)
    same_logits = torch.equal(parallel(_token_ids)[0], _before)
    optimizer = torch.optim.SGD(parallel.parameters(), lr=0.1)
    parallel(_token_ids, labels=_token_ids)[0].backward()
    optimizer.step()
    parallel.module.save_pretrained(_folder)
    loaded = BertForMaskedLM.from_pretrained(_folder).eval()

gradients = len(times_ready)
moved = not torch.equal(words, start)
moved_as_one = torch.equal(model.cls.predictions.decoder.weight, words)
loaded_tie = tie_of(loaded)
row = [
    {
        "operation": "`DistributedDataParallel(model)`",
        "still one object": "yes" if tie[0] and moved_as_one else "problem: no",
        "bias alias": "yes" if tie[1] else "problem: no",
        "logits": "unchanged" if same_logits else "changed",
        "after saving and loading": "fine: tied"
        if loaded_tie == (True, True)
        else "problem: not tied",
        "do": "save `parallel.module`",
    }
]

print(f"{parameters} Parameters under {names} names; one matrix, one bias:", *tie)
print(f"its gradient is ready {gradients} time a step; moved as one: {moved_as_one}")
assert names == parameters + 2, f"{parameters} Parameters, {names} names"
assert gradients == 1, f"its gradient is ready {gradients} times"
assert tie == loaded_tie == (True, True), f"tied: {tie}, loaded {loaded_tie}"
assert same_logits, "the wrapped model gives other logits"
assert moved, "the step moves nothing"
assert moved_as_one, "the step moves the two apart"
