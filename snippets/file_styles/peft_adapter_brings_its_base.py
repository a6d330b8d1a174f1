"""With peft installed, `from_pretrained` on an adapter's folder loads the base model and puts the adapter into it. But `missing_keys` lists only the adapter's keys, and a layer that is newly initialised in the base is not in it."""

import tempfile
import warnings
from pathlib import Path

import peft
import torch
from safetensors.torch import load_file
from transformers import (
    BertConfig,
    BertForPreTraining,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
    logging,
)

scope = "library"
decides = "missing_keys of BertForQuestionAnswering"

logging.set_verbosity_error()  # the reports are read as data
logging.disable_progress_bar()
warnings.simplefilter("ignore")  # peft calls transformers by an older name
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
_ids = torch.tensor([[2, 17, 50, 4, 30, 42, 3]])
_place = tempfile.TemporaryDirectory()
_base, _adapter, _merged = (
    Path(_place.name, name) for name in ("base", "adapter", "merged")
)
_pretrained = BertForPreTraining(config)
for _parameter in _pretrained.parameters():
    torch.nn.init.normal_(_parameter, std=0.3)
_pretrained.save_pretrained(_base)
_lora = peft.LoraConfig(
    task_type="SEQ_CLS", target_modules=["query", "value"], init_lora_weights=False
)
_model = BertForSequenceClassification.from_pretrained(_base).eval()
torch.nn.init.normal_(_model.classifier.weight)  # stands for a trained one
without_adapter = _model(_ids).logits.detach()
_trained = peft.get_peft_model(_model, _lora).eval()
logits = _trained(_ids).logits.detach()
_trained.save_pretrained(_adapter)
files = sorted(path.name for path in _adapter.iterdir())
_tensors = load_file(_adapter / "adapter_model.safetensors", device=str(_model.device))
in_the_adapter = sorted(_tensors)


def load(class_, folder=_adapter):
    model, report = class_.from_pretrained(folder, output_loading_info=True)
    return model.eval(), report


def same_logits(model):
    return torch.allclose(model(_ids).logits, logits, atol=1e-5)


_sequence, _report = load(BertForSequenceClassification)
same_as_trained = same_logits(_sequence)
_question, _report = load(BertForQuestionAnswering)
missing_for_questions = sorted(_report["missing_keys"])
_again = load(BertForQuestionAnswering)[0]
qa_outputs_is_random = not torch.equal(
    _question.qa_outputs.weight, _again.qa_outputs.weight
)
_token, _report = load(BertForTokenClassification)
missing_for_tokens = sorted(_report["missing_keys"])
_classifier = _tensors["base_model.model.classifier.weight"]
tokens_get_the_classifier = torch.equal(
    _token.classifier.modules_to_save["default"].weight, _classifier
)
_sequence_merged = peft.PeftModel.from_pretrained(
    BertForSequenceClassification.from_pretrained(_base), _adapter
).merge_and_unload()
_sequence_merged.save_pretrained(_merged)
merged_is_the_same = same_logits(load(BertForSequenceClassification, _merged)[0])
config.save_pretrained(_adapter)
try:
    load(BertForSequenceClassification)
    with_config_beside = "loaded"
except OSError as _error:
    with_config_beside = type(_error).__name__

print("an adapter's folder:", *files)
print("BertForSequenceClassification has the trained logits:", same_as_trained)
print("missing_keys of BertForQuestionAnswering:", missing_for_questions, end=", ")
print("and qa_outputs is random:", qa_outputs_is_random)
print("missing_keys of BertForTokenClassification:", missing_for_tokens, end=", ")
print("and its classifier is the one for texts:", tokens_get_the_classifier)
print("merged, saved and loaded, the logits are the same:", merged_is_the_same)
print("with a config.json beside the adapter:", with_config_beside)
assert same_as_trained, "the adapter is not in it"
assert not torch.allclose(without_adapter, logits, atol=1e-3), "it does nothing"
assert not missing_for_questions and qa_outputs_is_random
assert not missing_for_tokens and tokens_get_the_classifier
assert merged_is_the_same
assert with_config_beside == "OSError", with_config_beside
