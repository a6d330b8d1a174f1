"""In pydoc-bert, leaving the layers random loses nearly all correct guesses; leaving the token-type embeddings random loses some of them. Missing key biases cost next to none."""

import logging
import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from transformers import AutoConfig, AutoTokenizer, BertForMaskedLM

scope = "checkpoint"
decides = "the layers"

pydoc_bert = "pydoc-bert"
held_out = "checkpoints/pydoc-bert/held_out.txt"

logging.disable(logging.CRITICAL)  # the load report is shown elsewhere
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
_texts = [line.split("\t")[1] for line in Path(held_out).read_text().splitlines()]
_rows = tokenizer(_texts[:200], truncation=True, max_length=32)["input_ids"]
_ids = torch.tensor([row for row in _rows if len(row) == 32])  # nothing to pad
torch.manual_seed(0)
_chosen = torch.rand(_ids.shape) < 0.15
_chosen &= (_ids != tokenizer.cls_token_id) & (_ids != tokenizer.sep_token_id)
_masked = _ids.masked_fill(_chosen, tokenizer.mask_token_id)
_file = load_file(f"{pydoc_bert}/model.safetensors")


def without(title, part):
    """Load the file without a part: how many keys are missing, what share is right."""
    kept = {name: tensor for name, tensor in _file.items() if part not in name}
    with tempfile.TemporaryDirectory() as folder:
        AutoConfig.from_pretrained(pydoc_bert).save_pretrained(folder)
        save_file(kept, Path(folder, "model.safetensors"), metadata={"format": "pt"})
        torch.manual_seed(0)
        model, report = BertForMaskedLM.from_pretrained(
            folder, output_loading_info=True
        )
    with torch.no_grad():
        guesses = model.eval()(_masked).logits[_chosen].argmax(-1)
    right = (guesses == _ids[_chosen]).float().mean().item()
    keys = len(report["missing_keys"])
    return {"the file lacks": title, "missing keys": keys, "right": right}


losses = [
    without("nothing", "no such name"),
    without("key biases", "attention.self.key.bias"),
    without("token types", "token_type_embeddings"),
    without("the layers", "bert.encoder.layer."),
]

for _row in losses:
    print(
        f"{_row['the file lacks']:12} {_row['missing keys']:3} missing keys", end="; "
    )
    print(f"{_row['right']:.1%} of the masked tokens right")
_missing = [_row["missing keys"] for _row in losses]
whole, no_key_bias, no_types, no_layers = (_row["right"] for _row in losses)
assert _missing[0] == 0 and all(_missing[1:]), f"missing: {_missing}"
assert abs(no_key_bias - whole) < 0.005  # softmax takes no notice of a key's bias
assert 0.4 * whole < no_types < 0.9 * whole
assert no_layers < 0.2 * whole
