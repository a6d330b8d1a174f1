"""`from_pretrained` does not report `position_ids`, neither where the file has it nor where it does not; another key that is too many it reports."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "the file has it, lines"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 8,
    }
)
key = "embeddings.position_ids"
_state = BertModel(config).state_dict()
without = {name: tensor for name, tensor in _state.items() if name != key}
with_it = {**without, key: torch.arange(8).expand(1, -1)}
with_another = {**without, "embeddings.another": torch.arange(8)}
logger = logging.getLogger("transformers")
logger.setLevel(logging.INFO)


def lines_on(word, file):
    records = []
    handler = logging.Handler()
    handler.emit = records.append
    logger.addHandler(handler)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        BertModel.from_pretrained(folder)
    logger.removeHandler(handler)
    return [r.levelname for r in records if word in r.getMessage()]


where_the_file_has_it = lines_on("position_ids", with_it)
where_it_does_not = lines_on("position_ids", without)
on_another_key = lines_on("embeddings.another", with_another)

print("the file has it, lines about it:", where_the_file_has_it)
print("the file lacks it, lines about it:", where_it_does_not)
print("another key too many, lines about it:", on_another_key)
assert not where_the_file_has_it, f"a file with it: {where_the_file_has_it[0]}"
assert not where_it_does_not, f"a file without it: {where_it_does_not[0]}"
assert on_another_key, "another key is not reported either"
