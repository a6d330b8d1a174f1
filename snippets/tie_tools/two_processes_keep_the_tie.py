"""With two processes `DistributedDataParallel` keeps a tied BERT tied: after a step both hold one matrix and one bias, with equal values. The one matrix has the same gradient in both, the mean of what each text gives alone. Here the processes talk by gloo, on a CPU."""

import os
import tempfile
from datetime import timedelta

import torch
from torch import distributed, multiprocessing
from torch.nn.parallel import DistributedDataParallel
from transformers import BertConfig, BertForMaskedLM

scope = "library"
needs_cpu = "it forks, and a forked process cannot use CUDA"
decides = "after the step"

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


def train(rank, processes, text, folder, answers):
    """Take one step, and tell what this process then holds."""
    meeting = f"file://{folder}/meeting"
    distributed.init_process_group(
        "gloo",
        init_method=meeting,
        rank=rank,
        world_size=processes,
        timeout=timedelta(seconds=60),
    )
    parallel = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(parallel.parameters(), lr=0.1)
    ids = texts[[text]]
    parallel(ids, labels=ids)[0].backward()
    optimizer.step()
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    answers.put(
        {
            "text": text,
            "tied": head.decoder.weight is words.weight
            and head.decoder.bias is head.bias,
            "gradient": words.weight.grad.tolist(),
            "matrix": words.weight.tolist(),
            "bias": head.decoder.bias.tolist(),
        }
    )
    answers.close()
    answers.join_thread()  # the answer is through the pipe
    os._exit(
        0
    )  # shutting gloo down may wait for ever: it and Python hold each other's lock


def run(texts_of_the_processes):
    """Fork a process for each text, and collect what they hold."""
    fork = multiprocessing.get_context("fork")
    answers = fork.Queue()
    count = len(texts_of_the_processes)
    with tempfile.TemporaryDirectory() as folder:
        workers = [
            fork.Process(target=train, args=(rank, count, text, folder, answers))
            for rank, text in enumerate(texts_of_the_processes)
        ]
        for worker in workers:
            worker.start()
        found = [answers.get(timeout=90) for _ in workers]
        for worker in workers:
            worker.join()
    assert [worker.exitcode for worker in workers] == [0] * len(workers)
    return sorted(found, key=lambda one: one["text"])


_together = run([0, 1])
_alone = run([0]) + run([1])
_gradients = [torch.tensor(one["gradient"]) for one in _together]
_of_each_text = [torch.tensor(one["gradient"]) for one in _alone]
tied = [one["tied"] for one in _together]
same_gradient = torch.equal(*_gradients)
_mean = sum(_of_each_text) / 2
is_the_mean = all(torch.allclose(one, _mean, atol=1e-6) for one in _gradients)
_before = model.bert.embeddings.word_embeddings.weight
_first, _second = (torch.tensor(one["matrix"]) for one in _together)
same_matrix = torch.equal(_first, _second)
same_bias = torch.equal(*(torch.tensor(one["bias"]) for one in _together))
moved = not torch.equal(_first, _before)
alone_they_differ = not torch.allclose(*_of_each_text, atol=1e-4)

print("one matrix and one bias in each process:", *tied)
print(f"the same gradient: {same_gradient}; the mean of both texts': {is_the_mean}")
print("after the step the same matrix and bias in both:", same_matrix and same_bias)
assert tied == [True, True], f"{tied}"
assert same_gradient and is_the_mean, f"same {same_gradient}, mean {is_the_mean}"
assert alone_they_differ, "the two texts give the same gradient"
assert same_matrix and same_bias, f"matrix {same_matrix}, bias {same_bias}"
assert moved, "the step moves nothing"
