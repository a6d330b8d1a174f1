"""Do not save a RoBERTa with safetensors' `save_model`: its file has only `lm_head.decoder.weight`, and other classes load random word vectors. `save_model` keeps the name that sorts first; `save_pretrained` keeps the encoder's."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file, save_model
from transformers import (
    RobertaConfig,
    RobertaForMaskedLM,
    RobertaForSequenceClassification,
    logging,
)

scope = "library"
decides = "RobertaForSequenceClassification"

logging.set_verbosity_error()
torch.manual_seed(0)
config = RobertaConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "max_position_embeddings": 12,
        "pad_token_id": 1,
    }
)
model = RobertaForMaskedLM(config).eval()
words = "roberta.embeddings.word_embeddings.weight"
_token_ids = torch.tensor([[2, 5, 7, 3]])


def loaded_from(folder, model_class):
    other, report = model_class.from_pretrained(folder, output_loading_info=True)
    encoder = sorted(k for k in report["missing_keys"] if k.startswith("roberta."))
    same = torch.equal(other.state_dict()[words], model.state_dict()[words])
    return other.eval(), encoder, same


with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    save_model(model, str(Path(_folder, "model.safetensors")))
    _names = set(load_file(Path(_folder, "model.safetensors")))
    dropped = sorted(set(model.state_dict()) - _names)
    _masked_lm, _, same_in_masked_lm = loaded_from(_folder, RobertaForMaskedLM)
    _, missing, same_in_classifier = loaded_from(
        _folder, RobertaForSequenceClassification
    )
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _, missing_after_save_pretrained, same_after_save_pretrained = loaded_from(
        _folder, RobertaForSequenceClassification
    )
same_logits = torch.equal(_masked_lm(_token_ids)[0], model(_token_ids)[0])
_head, _words = model.lm_head, model.roberta.embeddings.word_embeddings
row = [
    {
        "operation": "`save_model` of a RoBERTa",
        "still one object": "yes" if _head.decoder.weight is _words.weight else "no",
        "bias alias": "yes" if _head.decoder.bias is _head.bias else "no",
        "logits": "unchanged" if same_logits else "changed",
        "after saving and loading": "problem: random word vectors in other classes"
        if same_logits and not same_in_classifier
        else "fine",
        "do": "`model.save_pretrained(folder)`, which keeps the encoder's name",
    }
]

print("dropped by save_model:", *dropped, sep="\n  ")
print("back in RobertaForMaskedLM:", same_in_masked_lm, "same logits:", same_logits)
print("back in RobertaForSequenceClassification:", same_in_classifier, missing)
print(
    "after save_pretrained:", same_after_save_pretrained, missing_after_save_pretrained
)
assert dropped == ["lm_head.decoder.bias", words], f"dropped: {dropped}"
assert same_in_masked_lm and same_logits, "the masked LM itself is not back"
assert missing == [words] and not same_in_classifier, f"missing: {missing}"
assert same_after_save_pretrained and not missing_after_save_pretrained
