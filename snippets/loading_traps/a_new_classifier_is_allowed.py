"""For a new classifier of texts, five names in `allow` let `load_completely` load a BERT from a file with or without pre-training heads. `problem_type`, if you pass it, is a sixth. A missing layer is still refused, and what you save loads with no `allow`."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from transformers import AutoConfig, BertForSequenceClassification

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"
needs = ("bert",)
scope = "checkpoint"
decides = "trained, saved, loaded"


def load_completely(model_class, folder, allow=(), dtype=torch.float32, **options):
    """As from_pretrained, but raises where file, configuration and model differ.

    `allow` names the parts and fields that may: "cls" is `cls` and `cls.…`, no more.
    """
    model, report = model_class.from_pretrained(
        folder, output_loading_info=True, dtype=dtype, **options
    )
    differ = {*report["missing_keys"], *report["unexpected_keys"]}
    differ |= {key[0] for key in report["mismatched_keys"]}
    # The configuration that was used, against the folder's.
    used, config_class = model.config.to_dict(), model_class.config_class
    own = config_class.from_pretrained(folder).to_dict()
    fields = own.keys() - {"dtype", "_name_or_path"}
    differ |= {field for field in fields if own[field] != used.get(field)}
    written, _ = config_class.get_config_dict(folder)
    if written.get("model_type", used["model_type"]) != used["model_type"]:
        differ.add("model_type")
    # Each tie that the class names, and that of embedding and output.
    get, ties = model.get_parameter, model.get_expanded_tied_weights_keys()
    differ |= {key for key in ties if get(key) is not get(ties[key])}
    output, words = model.get_output_embeddings(), model.get_input_embeddings()
    tied = output is None or output.weight is words.weight
    if model.config.tie_word_embeddings and not tied:
        differ.add("tie_word_embeddings")
    parts = (allow,) if isinstance(allow, str) else allow
    begins = tuple(f"{part.rstrip('.')}." for part in parts)
    differ = sorted(key for key in differ if not f"{key}.".startswith(begins))
    if differ:
        raise ValueError(f"{len(differ)} differ, among them {differ[0]}")
    return model


def refused(folder, allow, **options):
    """What it says, empty if it loads."""
    try:
        load_completely(BertForSequenceClassification, folder, allow, **options)
    except ValueError as error:
        return str(error)
    return ""


allow = ("classifier", "bert.pooler", "cls", "id2label", "label2id")
torch.manual_seed(0)
model = load_completely(BertForSequenceClassification, checkpoint, allow, num_labels=3)
_layers = BertForSequenceClassification(model.config).bert.encoder
_pairs = zip(model.bert.encoder.parameters(), _layers.parameters(), strict=True)
as_in_fresh_layers = sum(torch.equal(*pair) for pair in _pairs)
without_them = refused(checkpoint, (), num_labels=3)
_typed = {"num_labels": 3, "problem_type": "single_label_classification"}
with_a_problem_type = refused(checkpoint, allow, **_typed)
with_six_names = refused(checkpoint, (*allow, "problem_type"), **_typed)
with tempfile.TemporaryDirectory() as _folder:
    torch.nn.init.normal_(model.classifier.weight)  # stands for training
    model.save_pretrained(_folder)
    saved = load_completely(BertForSequenceClassification, _folder)
    _labels = AutoConfig.from_pretrained(_folder).num_labels
    _file = Path(_folder, "model.safetensors")
    _tensors = load_file(_file)
    _layer = [name for name in _tensors if "layer.1." in name]
    _rest = {name: t for name, t in _tensors.items() if name not in _layer}
    save_file(_rest, _file, metadata={"format": "pt"})
    without_a_layer = refused(_folder, allow)
same_after_saving = all(map(torch.equal, model.parameters(), saved.parameters()))

print("without the five names:", without_them)
print(f"with allow={allow}")
print("  the file's layers are loaded:", not as_in_fresh_layers)
print("with a problem_type:", with_a_problem_type)
print("trained, saved, loaded with no names:", same_after_saving)
print("with them, and without a layer:", without_a_layer)
assert as_in_fresh_layers == 0, f"new in the layers: {as_in_fresh_layers}"
assert without_them, "it loads without them"
assert with_a_problem_type == "1 differ, among them problem_type"
assert not with_six_names, with_six_names
assert _labels == 3 and same_after_saving, "the saved file gives something else"
assert without_a_layer.startswith(f"{len(_layer)} differ"), without_a_layer
