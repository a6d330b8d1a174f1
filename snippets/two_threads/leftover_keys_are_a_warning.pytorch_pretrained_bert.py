"""Keys that are missing, and keys that are left over, are told at level WARNING, whatever class `architectures` names."""

import logging
import tempfile
from pathlib import Path

import torch
from pytorch_pretrained_bert import (
    BertConfig,
    BertForPreTraining,
    BertForSequenceClassification,
)

torch.manual_seed(0)
config = BertConfig(
    100,
    hidden_size=16,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=32,
)
file = BertForPreTraining(config).state_dict()
records = []
handler = logging.Handler()
handler.emit = records.append
logger = logging.getLogger("pytorch_pretrained_bert")
logger.addHandler(handler)
logger.setLevel(logging.INFO)


def levels_with(label):
    records.clear()
    config.architectures = [label]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        Path(folder, "bert_config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        BertForSequenceClassification.from_pretrained(folder, 2)

    def of(key):
        return " and ".join(
            sorted({r.levelname for r in records if key in r.getMessage()})
        )

    return of("classifier.weight"), of("cls.seq_relationship.weight")


missing, left_over = levels_with("BertForSequenceClassification")
_missing, left_over_with_another_label = levels_with("BertForPreTraining")

print("classifier.weight, missing in the file:", missing)
print("cls.seq_relationship.weight, left over:", left_over)
print("the same, if the label is another class:", left_over_with_another_label)
assert missing == "WARNING", f"the missing key is told at level {missing}"
assert left_over == left_over_with_another_label == "WARNING", (
    f"the key left over is told at level {left_over}, "
    f"and with another label at level {left_over_with_another_label}"
)
