"""Merge a LoRA with `merge_and_unload()` and save the result: then an ordinary class loads the file completely. This holds if no target of the LoRA is tied: a LoRA of a tied decoder, merged, changes the embedding too, and so the vectors. Saved with PEFT's wrappers, the file loads without its `query`, which it holds as `base_layer`."""

import logging
import tempfile
from pathlib import Path

import torch
from peft import LoraConfig, get_peft_model
from transformers import BertConfig, BertForMaskedLM, BertForSequenceClassification

scope = "library"
decides = "merged first, missing"

logging.getLogger("transformers").setLevel(logging.ERROR)  # no list of 50 keys
torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
plain = BertForSequenceClassification(config)
for parameter in plain.parameters():
    torch.nn.init.normal_(parameter, std=0.3)  # nothing at a value one could guess
trained_query = plain.state_dict()["bert.encoder.layer.0.attention.self.query.weight"]
trained_norm = trained_query.norm().item()
# Random adapters stand for fine-tuned ones.
lora = LoraConfig(modules_to_save=["classifier"], init_lora_weights=False)
wrapped = get_peft_model(plain, lora).eval()
_ids = torch.tensor([[2, 5, 7, 3]])


def loaded(weights):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(weights, str(Path(folder, "pytorch_model.bin")))
        return BertForSequenceClassification.from_pretrained(
            folder, output_loading_info=True
        )


def same_logits(model):
    with torch.no_grad():
        return torch.allclose(model.eval()(_ids).logits, wanted, atol=1e-4)


with torch.no_grad():
    wanted = wrapped(_ids).logits
with wrapped.disable_adapter():
    adapters_matter = not same_logits(wrapped)
_file = wrapped.state_dict()
prefix = "base_model.model."
query = "bert.encoder.layer.0.attention.self.query"
base_layer_norm = _file[f"{prefix}{query}.base_layer.weight"].norm().item()
head_is_in_modules_to_save = (
    f"{prefix}classifier.modules_to_save.default.weight" in _file
)
from_the_wrapped, report = loaded(_file)
missing_from_the_wrapped = sorted(report["missing_keys"])
from_the_merged, report = loaded(wrapped.merge_and_unload().state_dict())
missing_from_the_merged = sorted(report["missing_keys"])
same_as_fine_tuned = same_logits(from_the_merged)
and_without_merging = same_logits(from_the_wrapped)

tied = BertForMaskedLM(config).eval()
_lora = LoraConfig(target_modules=["decoder"], init_lora_weights=False)
_wrapped = get_peft_model(tied, _lora).eval()
with torch.no_grad():
    _before = _wrapped(_ids).logits
    _merged = _wrapped.merge_and_unload().eval()
    tied_moved = (_merged(_ids).logits - _before).abs().max().item()
still_tied = _merged.get_output_embeddings().weight is (
    _merged.get_input_embeddings().weight
)

print("saved with the wrappers, missing:", len(missing_from_the_wrapped))
print(f"norm of the trained query: {trained_norm:.2f}")
print(f"norm of base_layer in the file: {base_layer_norm:.2f}")
print("the head is in it, as modules_to_save:", head_is_in_modules_to_save)
print(f"a LoRA of a tied decoder, merged, moves the logits by {tied_moved:.2f}")
print("merged first, missing:", missing_from_the_merged)
print("merged first, the fine-tuned model's logits:", same_as_fine_tuned)
print("without its adapters it gives other logits:", adapters_matter)
print("not merged, the fine-tuned model's logits:", and_without_merging)
assert f"{query}.weight" in missing_from_the_wrapped, "the query is not missing"
assert abs(base_layer_norm - trained_norm) < 1e-4, "the file has another query"
assert head_is_in_modules_to_save, "the head has its plain name"
assert missing_from_the_merged == [], f"missing: {missing_from_the_merged}"
assert adapters_matter, "the adapters change nothing"
assert same_as_fine_tuned, "merged, it gives other logits"
assert not and_without_merging, "not merged, it gives the same logits"
assert still_tied, "merging a LoRA of the decoder unties it"
assert tied_moved > 0.01, (
    f"a LoRA of the decoder, merged, moves the logits {tied_moved}"
)
