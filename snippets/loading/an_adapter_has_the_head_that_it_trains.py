"""LoRA on a BERT classifier saves the head in the adapter if the `LoraConfig` says `task_type="SEQ_CLS"`. With neither `task_type` nor `modules_to_save` the head is not in it."""

import logging
import tempfile

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import BertConfig, BertForSequenceClassification, BertModel

scope = "library"
decides = "task_type None"

logging.disable(logging.CRITICAL)  # each load would report a new head
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
_token_ids = torch.tensor([[2, 5, 7, 3], [2, 9, 8, 3]])


def row(task_type):
    """Train a LoRA on an encoder's file, save the adapter, and load both again."""
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as base, tempfile.TemporaryDirectory() as folder:
        BertModel(BertConfig.from_dict(_sizes)).save_pretrained(base)
        model = BertForSequenceClassification.from_pretrained(base)
        settings = LoraConfig(task_type=task_type, target_modules=["query"])
        trained = get_peft_model(model, settings)
        for parameter in trained.parameters():
            if parameter.requires_grad:
                torch.nn.init.normal_(parameter)  # stands for training
        trained.save_pretrained(folder)
        torch.manual_seed(1)
        again, report = BertForSequenceClassification.from_pretrained(
            base, output_loading_info=True
        )
        loaded = PeftModel.from_pretrained(again, folder)
    scores, before = (one.eval()(_token_ids).logits for one in (loaded, trained))
    return {
        "task_type": str(task_type),
        "missing from the base": sorted(report["missing_keys"]),
        "same scores with the adapter": torch.allclose(scores, before, atol=1e-5),
    }


adapters = [row("SEQ_CLS"), row(None)]
for _row in adapters:
    print(f"task_type {_row['task_type']}; missing from the base:", end=" ")
    print(
        f"{_row['missing from the base']}; with the adapter the same scores:", end=" "
    )
    print(_row["same scores with the adapter"])
_missing = [_row["missing from the base"] for _row in adapters]
_same = [_row["same scores with the adapter"] for _row in adapters]
assert _missing == [["classifier.bias", "classifier.weight"]] * 2, _missing
assert _same == [True, False], f"same scores: {_same}"
