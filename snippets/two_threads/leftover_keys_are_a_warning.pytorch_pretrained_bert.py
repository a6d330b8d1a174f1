"""Keys that are missing, and keys that are left over, are reported at level WARNING, whatever class `architectures` names."""

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
logger = logging.getLogger("pytorch_pretrained_bert")
logger.setLevel(logging.INFO)


def levels_with(label):
    config.architectures = [label]
    records, handler = [], logging.Handler()
    handler.emit = records.append
    logger.handlers = [handler]  # and not the library's own
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        Path(folder, "bert_config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        loaded = BertForSequenceClassification.from_pretrained(folder, 2)

    def of(key):
        return " and ".join(
            sorted({r.levelname for r in records if key in r.getMessage()})
        )

    labels = getattr(loaded.config, "architectures", None)
    return labels, of("classifier.weight"), of("cls.seq_relationship.weight")


own_label, missing, left_over = levels_with("BertForSequenceClassification")
other_label, _missing, left_over_with_it = levels_with("BertForPreTraining")

print("classifier.weight, missing in the file:", missing)
print("cls.seq_relationship.weight, left over:", left_over)
print("the same, with the label", *other_label or ["lost"], "–", left_over_with_it)
assert own_label != other_label, "the label is not read"
assert missing == left_over == left_over_with_it == "WARNING", (
    f"the missing key is told at level {missing}, the key left over at level "
    f"{left_over}, and with another label at level {left_over_with_it}"
)
