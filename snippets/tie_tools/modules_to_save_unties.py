"""LoRA's `modules_to_save` unties a BERT, whatever `ensure_weight_tying` says: that option goes by the names `embed_tokens` and `lm_head`, which BERT does not have."""

import copy
import tempfile
import warnings

import peft
import torch
from peft.utils.constants import EMBEDDING_LAYER_NAMES
from transformers import BertConfig, BertForMaskedLM, logging

scope = "library"
decides = "word_embeddings, decoder:"

logging.set_verbosity_error()  # one of the loads below lacks a key, and says so
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
names_it_goes_by = list(EMBEDDING_LAYER_NAMES)


def trained_and_merged(modules_to_save, ensure):
    base = BertForMaskedLM(copy.deepcopy(config)).eval()  # merging changes it
    base.load_state_dict(model.state_dict())
    torch.manual_seed(1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        lora = peft.LoraConfig(
            target_modules=["query"],
            modules_to_save=modules_to_save,
            ensure_weight_tying=ensure,
        )
        adapted = peft.get_peft_model(base, lora).eval()
        optimizer = torch.optim.SGD(
            [p for p in adapted.parameters() if p.requires_grad], lr=0.1
        )
        adapted(_token_ids, labels=_token_ids)[0].backward()
        optimizer.step()
        logits = adapted(_token_ids)[0].detach()
        learns = not torch.equal(logits, _before)
        merged = adapted.merge_and_unload()
    with tempfile.TemporaryDirectory() as folder:
        merged.save_pretrained(folder)
        loaded = BertForMaskedLM.from_pretrained(folder).eval()
    return {
        "learns": learns,
        "tie": tie_of(merged),
        "configuration": merged.config.tie_word_embeddings,
        "as trained": torch.allclose(merged(_token_ids)[0], logits, atol=1e-4),
        "as trained when loaded": torch.allclose(
            loaded(_token_ids)[0], logits, atol=1e-4
        ),
        "none added": any(
            "no tied modules are added" in str(w.message) for w in caught
        ),
    }


_choices = (["decoder"], ["word_embeddings"], ["word_embeddings", "decoder"])
found = {
    ", ".join(names): trained_and_merged(names, ensure=False) for names in _choices
}
asked = [trained_and_merged(names, ensure=True) for names in _choices]
table = [
    {
        "modules_to_save": name,
        "one matrix": "yes" if one["tie"][0] else "no",
        "one bias": "yes" if one["tie"][1] else "no",
        "merged": "fine: as trained" if one["as trained"] else "problem: other logits",
        "merged, saved, loaded": "fine: as trained"
        if one["as trained when loaded"]
        else "problem: other logits, the bias is lost",
    }
    for name, one in found.items()
]
_decoder = found["decoder"]
row = [
    {
        "operation": '`modules_to_save=["decoder"]`, merged',
        "still one object": "yes" if _decoder["tie"][0] else "note: no, a trained copy",
        "bias alias": "yes" if _decoder["tie"][1] else "note: no, a trained copy",
        "logits": "unchanged by merging" if _decoder["as trained"] else "changed",
        "after saving and loading": "fine: untied, as trained"
        if _decoder["as trained when loaded"]
        else "problem: other logits",
        "do": "never `word_embeddings` without `decoder`",
    }
]

print("peft goes by the names", *names_it_goes_by)
print(
    "asked to keep the tie, it says that no tied modules are added:",
    *(one["none added"] for one in asked),
)
for name, one in found.items():
    print(f"{name}: one matrix, one bias {one['tie']}, as trained {one['as trained']},")
    print("  when loaded", one["as trained when loaded"])
_all = [*found.values(), *asked]
_states = [(one["tie"][0], one["configuration"], one["none added"]) for one in _all]
_untied, _untied_although_asked = (False, False, False), (False, False, True)
assert _states == [_untied] * 3 + [_untied_although_asked] * 3, f"{_states}"
assert all(one["learns"] for one in found.values()), "the step changes no logit"
_kept = [(one["as trained"], one["as trained when loaded"]) for one in found.values()]
assert _kept == [(True, True), (True, False), (True, True)], f"same logits: {_kept}"
