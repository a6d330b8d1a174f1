"""A file saved with PEFT's wrappers loads into a plain class with a random `query`, though it holds it as `base_layer`; merged with `merge_and_unload()` and saved, it loads completely."""

import copy
import logging
import tempfile
from pathlib import Path

import torch
from peft import LoraConfig, get_peft_model
from transformers import BertConfig, BertForSequenceClassification

scope = "library"

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
trained_query = plain.state_dict()["bert.encoder.layer.0.attention.self.query.weight"]
# Random adapters stand for fine-tuned ones.
lora = LoraConfig(modules_to_save=["classifier"], init_lora_weights=False)
wrapped = get_peft_model(copy.deepcopy(plain), lora).eval()
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
base_layer_is_the_trained = torch.equal(
    _file[f"{prefix}{query}.base_layer.weight"], trained_query
)
head_is_in_modules_to_save = (
    f"{prefix}classifier.modules_to_save.default.weight" in _file
)
from_the_wrapped, report = loaded(_file)
missing_from_the_wrapped = sorted(report["missing_keys"])
query_was_loaded = torch.equal(
    from_the_wrapped.state_dict()[f"{query}.weight"], trained_query
)
from_the_merged, report = loaded(wrapped.merge_and_unload().state_dict())
missing_from_the_merged = sorted(report["missing_keys"])
same_as_fine_tuned = same_logits(from_the_merged)
and_without_merging = same_logits(from_the_wrapped)

print("saved with the wrappers, missing:", len(missing_from_the_wrapped))
print("the trained query is in the file, as base_layer:", base_layer_is_the_trained)
print("the head is in it, as modules_to_save:", head_is_in_modules_to_save)
print("the query was loaded:", query_was_loaded)
print("merged first, missing:", missing_from_the_merged)
print("merged first, the fine-tuned model's logits:", same_as_fine_tuned)
print("without its adapters it gives other logits:", adapters_matter)
print("not merged, the fine-tuned model's logits:", and_without_merging)
assert f"{query}.weight" in missing_from_the_wrapped, "the query is not missing"
assert base_layer_is_the_trained, "the file has another query"
assert head_is_in_modules_to_save, "the head has its plain name"
assert not query_was_loaded, "the query was loaded"
assert missing_from_the_merged == [], f"missing: {missing_from_the_merged}"
assert adapters_matter, "the adapters change nothing"
assert same_as_fine_tuned, "merged, it gives other logits"
assert not and_without_merging, "not merged, it gives the same logits"
