"""From a file without the NSP head `BertForPreTraining` names that head's two keys as new, and they are random; from a file with it, neither."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_transformers",)

scope = "library"
decides = "another seed gives"

logging.getLogger("transformers").setLevel(logging.ERROR)  # no load reports here
torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
both_heads = BertForPreTraining(config).state_dict()
one_head = {key: both_heads[key] for key in both_heads if "seq_relationship" not in key}


def load_with_seed(seed, file):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        torch.manual_seed(seed)
        loaded, report = BertForPreTraining.from_pretrained(
            folder, output_loading_info=True
        )
    new = [key for key in report["missing_keys"] if "seq_relationship" in key]
    return loaded.cls.seq_relationship.weight, sorted(new)


_seed = 1
_other_seed = 2
_first, new_from_one_head = load_with_seed(_seed, one_head)
_second, _ = load_with_seed(_other_seed, one_head)
_third, new_from_both = load_with_seed(_seed, both_heads)
another_seed_gives_another_head = not torch.equal(_first, _second)
it_is_the_file_s_own = torch.equal(_third, both_heads["cls.seq_relationship.weight"])

print("a file without the NSP head, newly initialised:")
print("  ", "\n   ".join(new_from_one_head))
print("another seed gives another head:", another_seed_gives_another_head)
print("a file with it, newly initialised:", *new_from_both or ["none of its keys"])
print("its weight is the file's:", it_is_the_file_s_own)
assert new_from_one_head == ["cls.seq_relationship.bias", "cls.seq_relationship.weight"]
assert another_seed_gives_another_head and it_is_the_file_s_own and not new_from_both, (
    f"named as new, though in the file: {new_from_both}"
)
