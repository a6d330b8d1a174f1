"""`ElectraForMaskedLM` from a discriminator's file has a random head, and from a generator's file a trained one."""

import tempfile
from pathlib import Path

import torch
from transformers import ElectraConfig, ElectraForMaskedLM, ElectraForPreTraining

scope = "library"
decides = "two loads of a discriminator"

config = ElectraConfig.from_dict(
    {
        "vocab_size": 100,
        "embedding_size": 8,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
_token_ids = torch.tensor([[2, 5, 7, 3]])


def loaded_twice(class_):
    torch.manual_seed(0)
    saved = class_(config)
    for parameter in saved.parameters():
        torch.nn.init.normal_(parameter, std=0.1)  # nothing one could guess
    logits = []
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(saved.state_dict(), Path(folder, "pytorch_model.bin"))
        for seed in (1, 2):
            torch.manual_seed(seed)
            model, report = ElectraForMaskedLM.from_pretrained(
                folder, output_loading_info=True
            )
            with torch.no_grad():
                logits.append(model.eval()(_token_ids)[0])
    return torch.equal(*logits), sorted(report["missing_keys"])


same_from_generator, new_from_generator = loaded_twice(ElectraForMaskedLM)
same_from_discriminator, new_from_discriminator = loaded_twice(ElectraForPreTraining)

print("two loads of a generator agree:", same_from_generator)
print("  new:", new_from_generator)
print("two loads of a discriminator agree:", same_from_discriminator)
print("  new:", *new_from_discriminator, sep="\n    ")
assert same_from_generator and not same_from_discriminator
assert not new_from_generator, f"new from a generator: {new_from_generator}"
assert {key.split(".")[0] for key in new_from_discriminator} == {
    "generator_lm_head",
    "generator_predictions",
}, f"new from a discriminator: {new_from_discriminator}"
