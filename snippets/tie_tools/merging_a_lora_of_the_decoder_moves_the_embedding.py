"""`merge_and_unload` adds a LoRA of the decoder to the shared matrix, and so to the embedding: other logits, and no warning of it."""

import copy
import tempfile
import warnings

import peft
import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "merged: the embedding moved"

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
_token_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_token_ids)[0]


def tie_of(model):
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    return head.decoder.weight is words.weight, head.decoder.bias is head.bias


assert all(tie_of(model)), "it is not tied at the start"


def copy_of_the_model(tied=True):
    other = BertForMaskedLM(copy.deepcopy(config)).eval()
    other.load_state_dict(model.state_dict())
    if not tied:
        decoder = other.cls.predictions.decoder
        other.config.tie_word_embeddings = False
        decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
        decoder.bias = torch.nn.Parameter(decoder.bias.detach().clone())
    return other


def trained(base):
    torch.manual_seed(1)
    lora = peft.LoraConfig(target_modules=["decoder"])
    adapted = peft.get_peft_model(base, lora).eval()
    optimizer = torch.optim.SGD(
        [p for p in adapted.parameters() if p.requires_grad], lr=0.1
    )
    for _ in range(3):
        optimizer.zero_grad()
        adapted(_token_ids, labels=_token_ids)[0].backward()
        optimizer.step()
    return adapted, adapted(_token_ids)[0].detach()


def is_off(other, logits):
    return not torch.allclose(other(_token_ids)[0], logits, atol=1e-4)


with warnings.catch_warnings(record=True) as _caught:
    warnings.simplefilter("always")
    _adapted, _logits = trained(copy_of_the_model())
    with tempfile.TemporaryDirectory() as _folder:
        _adapted.save_pretrained(_folder)
        _apart = peft.PeftModel.from_pretrained(copy_of_the_model(), _folder).eval()
    off_when_kept_apart = is_off(_apart, _logits)
    _merged = _adapted.merge_and_unload()
    _adapted, _untied_logits = trained(copy_of_the_model(tied=False))
    off_when_untied_before = is_off(_adapted.merge_and_unload(), _untied_logits)
warned_of_the_tie = any("tie" in str(warning.message) for warning in _caught)
off_when_merged = is_off(_merged, _logits)
tie = tie_of(_merged)
embedding_moved = not torch.equal(
    _merged.get_input_embeddings().weight, model.get_input_embeddings().weight
)
with tempfile.TemporaryDirectory() as _folder:
    _merged.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
off_when_loaded = is_off(_loaded, _logits)
row = [
    {
        "operation": "LoRA on `decoder`, `merge_and_unload`",
        "still one object": "note: yes, so the embedding moves too"
        if tie[0] and embedding_moved
        else "no",
        "bias alias": "yes" if tie[1] else "problem: no",
        "logits": "problem: changed by merging" if off_when_merged else "unchanged",
        "after saving and loading": "problem: tied, and just as wrong"
        if off_when_loaded and tie_of(_loaded) == (True, True)
        else "as trained",
        "do": "keep the adapter apart, or untie before",
    }
]

print("merged: the embedding moved:", embedding_moved, "other logits:", off_when_merged)
print("a warning of the tie:", warned_of_the_tie)
print("other logits when the adapter is kept apart:", off_when_kept_apart)
print("other logits when untied before:", off_when_untied_before)
assert tie == tie_of(_loaded) == (True, True), f"tied, bias alias: {tie}"
assert embedding_moved and off_when_merged and off_when_loaded
assert not warned_of_the_tie, "there is a warning of the tie"
assert not off_when_kept_apart and not off_when_untied_before
