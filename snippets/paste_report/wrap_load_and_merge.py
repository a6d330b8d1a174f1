"""With peft, wrap the base model with the training's `LoraConfig`, its `lora_alpha` too, load the file, merge and save: then a plain class loads it. This holds for a file that holds a LoRA of BERT and its base model under PEFT's names. The saved model gives the trained one's outputs. The file holds no alpha: with another one all keys match, and the outputs are wrong."""

import logging
import tempfile

import torch
from peft import LoraConfig, get_peft_model
from transformers import BertConfig, BertForSequenceClassification

scope = "library"
decides = "missing"

logging.disable(logging.CRITICAL)  # a new head would be reported
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_token_ids = torch.tensor([[2, 5, 7, 3]])
_settings = {"target_modules": ["query", "value"], "modules_to_save": ["classifier"]}
_settings |= {"lora_alpha": 32}


def wrapped(seed, **other):
    """Return a base model with its LoRA, both with random numbers."""
    torch.manual_seed(seed)
    base = BertForSequenceClassification(BertConfig.from_dict(_sizes))
    return get_peft_model(base, LoraConfig(**_settings | other))


def scores(model):
    with torch.no_grad():
        return model.eval()(_token_ids).logits


_trained = wrapped(0)
for _parameter in _trained.parameters():
    torch.nn.init.normal_(_parameter, std=0.5)  # stands for training
_file = _trained.state_dict()  # what torch.save would write
model = wrapped(1)
model.load_state_dict(_file)
_before = scores(model)
_other_alpha = wrapped(1, lora_alpha=8)
_unnoticed = _other_alpha.load_state_dict(_file)  # strict: every key matches
_wrong = not torch.allclose(scores(_other_alpha), scores(_trained), atol=1e-2)
with tempfile.TemporaryDirectory() as _folder:
    model.merge_and_unload().save_pretrained(_folder)
    plain, _report = BertForSequenceClassification.from_pretrained(
        _folder, output_loading_info=True
    )
_missing = sorted(_report["missing_keys"])
_same = torch.allclose(scores(plain), scores(_trained), atol=1e-4)
_loaded = torch.allclose(_before, scores(_trained), atol=1e-5)
_matters = not torch.allclose(scores(wrapped(1)), scores(_trained), atol=1e-2)

print("missing:", *_missing or ["nothing"])
print("the trained model's scores:", _same)
print("with another alpha:", _unnoticed, "and other scores:", _wrong)
assert _wrong, "alpha changes nothing"
assert _loaded, "the wrapped model gives other scores"
assert not _missing and not _report["unexpected_keys"], _report
assert _same, "other scores"
assert _matters, "the file changes nothing"
