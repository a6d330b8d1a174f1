"""The thread's own assertion holds: both classes give the same token logits from one file, and neither reports a key of `cls.predictions`."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM, BertForPreTraining

checkpoint = "pydoc-bert"
needs = ("bert", "mlm_head", "nsp_head")
scope = "checkpoint"
decides = "the two classes: True"

model_pretrain, _pretrain_report = BertForPreTraining.from_pretrained(
    checkpoint, output_loading_info=True
)
model_masked, _masked_report = BertForMaskedLM.from_pretrained(
    checkpoint, output_loading_info=True
)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
s = (
    "Pop superstar Shakira says she was the [MASK] of a random [MASK] by a [MASK] "
    "of [MASK] boars while walking in a [MASK] in Barcelona with her eight-year-old "
    "[MASK]."
)
inputs = tokenizer(s, return_tensors="pt")
with torch.no_grad():
    outputs_pretrain = model_pretrain(**inputs)
    outputs_masked = model_masked(**inputs)
    # Were the bias really new, it would be zeros. Would the assertion notice?
    model_masked.cls.predictions.bias.zero_()
    outputs_without = model_masked(**inputs)

the_assertion_holds = torch.allclose(
    outputs_pretrain["prediction_logits"], outputs_masked["logits"]
)
it_holds_with_a_new_bias = torch.allclose(
    outputs_pretrain["prediction_logits"], outputs_without["logits"]
)
missing_keys = {
    "BertForPreTraining": sorted(_pretrain_report["missing_keys"]),
    "BertForMaskedLM": sorted(_masked_report["missing_keys"]),
}
unused_keys = {
    "BertForPreTraining": sorted(_pretrain_report["unexpected_keys"]),
    "BertForMaskedLM": sorted(_masked_report["unexpected_keys"]),
}
reported = [key for keys in missing_keys.values() for key in keys]
reported += [
    key for keys in unused_keys.values() for key in keys if "predictions" in key
]

for name in missing_keys:
    print(
        f"{name}:", *missing_keys[name] or ["nothing"], "newly initialised; not used:"
    )
    print("  ", "\n   ".join(unused_keys[name] or ["nothing"]))
print("torch.allclose, the two classes:", the_assertion_holds)
print("torch.allclose, had the bias been new:", it_holds_with_a_new_bias)
assert not reported, f"reported: {reported}"
assert the_assertion_holds
assert not it_holds_with_a_new_bias
