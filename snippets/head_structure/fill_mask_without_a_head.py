"""Before you trust `fill-mask`, read the load report: given a file without the head, the pipeline still answers, but at random. On all-MiniLM's file five loads give five different first answers. pydoc-bert's file has the head: its report names nothing, and five loads give one answer."""

import torch
from transformers import AutoModelForMaskedLM, logging, pipeline

minilm, pydoc_bert = "sentence-transformers/all-MiniLM-L6-v2", "pydoc-bert"
scope = "checkpoint"
decides = "all-MiniLM's first"
text = "return the [MASK] of the file."

logging.set_verbosity_error()  # or each load prints its report


def missing(file):
    """Parts that the load report calls missing, each by the first names of its path."""
    _, report = AutoModelForMaskedLM.from_pretrained(file, output_loading_info=True)
    return sorted({".".join(key.split(".")[:3]) for key in report["missing_keys"]})


def first_answers(file):
    """What fills the gap best, after each of five loads."""
    answers = []
    for seed in range(5):
        torch.manual_seed(seed)
        answers.append(pipeline("fill-mask", model=file)(text)[0])
    return [one["token_str"] for one in answers], max(one["score"] for one in answers)


newly_initialised = missing(minilm)
nothing_missing = missing(pydoc_bert)
without_the_head, highest_score = first_answers(minilm)
with_the_head, its_score = first_answers(pydoc_bert)

print("all-MiniLM's report:", *newly_initialised, end="; ")
print("pydoc-bert's:", *nothing_missing or ["nothing is missing"])
print(f"all-MiniLM's first answers: {', '.join(without_the_head)}", end="; ")
print(f"pydoc-bert's: {', '.join(with_the_head)}")
assert newly_initialised == [
    "cls.predictions.bias",
    "cls.predictions.decoder",
    "cls.predictions.transform",
], f"{newly_initialised}"
assert not nothing_missing, f"{nothing_missing}"
assert len(set(without_the_head)) == 5, f"{without_the_head}"
assert set(with_the_head) == {"name"}, f"{with_the_head}"
assert highest_score < 0.02 < 0.2 < its_score, f"{highest_score}, {its_score}"
