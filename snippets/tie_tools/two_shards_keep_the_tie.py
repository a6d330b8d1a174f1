"""With two processes FSDP2's `fully_shard` keeps a tied BERT tied: each holds half the rows of one matrix, and a step moves both names. The gathered rows are those of one process that was given both texts, up to rounding. Here the processes talk by gloo, on a CPU, and the model is sharded as a whole."""

import tempfile
import warnings
from datetime import timedelta

import torch
from torch import distributed, multiprocessing
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from transformers import BertConfig, BertForMaskedLM

scope = "library"
needs_cpu = "it forks, and a forked process cannot use CUDA"
decides = "as in one process"

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
texts = torch.tensor([[2, 5, 7, 3], [2, 9, 8, 3]])


def train(rank, processes, folder, answers):
    """Take one step, and tell what this process then holds."""
    warnings.simplefilter("ignore")  # of in-place changes: none here
    meeting = f"file://{folder}/meeting"
    distributed.init_process_group(
        "gloo",
        init_method=meeting,
        rank=rank,
        world_size=processes,
        timeout=timedelta(seconds=60),
    )
    fully_shard(model, mesh=init_device_mesh("cpu", (processes,)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)  # after fully_shard
    ids = texts[rank::processes]  # one text each, or both
    model(ids, labels=ids)[0].backward()
    optimizer.step()
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    answers.put(
        {
            "tied": head.decoder.weight is words.weight
            and head.decoder.bias is head.bias,
            "rows": len(words.weight.to_local()),
            "embedding": words.weight.full_tensor().tolist(),
            "decoder": head.decoder.weight.full_tensor().tolist(),
        }
    )
    distributed.destroy_process_group()


def run(count):
    """Fork so many processes, and collect what they hold."""
    fork = multiprocessing.get_context("fork")
    answers = fork.Queue()
    with tempfile.TemporaryDirectory() as folder:
        workers = [
            fork.Process(target=train, args=(rank, count, folder, answers))
            for rank in range(count)
        ]
        for worker in workers:
            worker.start()
        found = [answers.get(timeout=90) for _ in workers]
        for worker in workers:
            worker.join()
    assert [worker.exitcode for worker in workers] == [0] * len(workers)
    return found


_two, [_one] = run(2), run(1)
tied, rows = [one["tied"] for one in _two], [one["rows"] for one in _two]
_gathered = [torch.tensor(one["embedding"]) for one in _two]
moved_as_one = all(one["embedding"] == one["decoder"] for one in _two)
_start = model.bert.embeddings.word_embeddings.weight
moved = not any(torch.equal(one, _start) for one in _gathered)
_alone = torch.tensor(_one["embedding"])
_farthest = (_alone - _start).abs().max().item()
as_in_one_process = all(torch.allclose(one, _alone, atol=1e-6) for one in _gathered)

print("one matrix and one bias in each process:", *tied, "with rows:", *rows)
print("a step moves both names as one:", moved and moved_as_one)
print("the gathered rows are as in one process:", as_in_one_process)
assert tied == [True, True], f"{tied}"
assert rows == [50, 50], f"{rows}"
assert moved and moved_as_one, f"moved {moved}, as one {moved_as_one}"
assert as_in_one_process, "the gathered rows are other ones"
assert 1e-3 < _farthest < 0.1, f"{_farthest}"  # so 1e-6 is rounding
assert _one["rows"] == 100, f"{_one['rows']}"
