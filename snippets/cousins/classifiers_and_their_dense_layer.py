"""In seven families a classifier runs, by default, the first token's vector through a dense layer. Loaded from a masked-LM file, it is newly initialised in six of them; ModernBERT's comes from that file's head. BERT's and ALBERT's comes from a file with both heads, as the pooler. From a masked-LM file `RobertaModel` builds a pooler, which is new."""

import tempfile

import torch
import transformers
from torch.nn.functional import gelu, layer_norm
from transformers import AutoConfig, logging

scope = "library"
decides = "pre-training file"

logging.set_verbosity_error()  # what is new is printed below
_sizes = {"vocab_size": 100, "hidden_size": 32, "num_attention_heads": 2}
_sizes |= {"num_hidden_layers": 1, "pad_token_id": 0}
_families = {  # the type, the start of its classes' names, its pre-training class
    "BERT": ("bert", "Bert", "ForPreTraining"),
    "ALBERT": ("albert", "Albert", "ForPreTraining"),
    "RoBERTa": ("roberta", "Roberta", "ForMaskedLM"),
    "DistilBERT": ("distilbert", "DistilBert", "ForMaskedLM"),
    "ELECTRA": ("electra", "Electra", "ForPreTraining"),
    "DeBERTa-v2": ("deberta-v2", "DebertaV2", "ForMaskedLM"),
    "ModernBERT": ("modernbert", "ModernBert", "ForMaskedLM"),
}
_activations = {
    "tanh": torch.tanh,
    "ReLU": torch.relu,
    "GELU": gelu,
    "GELU, LayerNorm": lambda x: layer_norm(gelu(x), x.shape[-1:]),
}


def loaded(family, from_class, to_class="ForSequenceClassification"):
    """The family's classifier from a file of that class, and what was new in it."""
    type_, start, _ = _families[family]
    config = AutoConfig.for_model(type_, **_sizes)
    model = getattr(transformers, start + from_class)(config)
    classifier = getattr(transformers, start + to_class)
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        model, info = classifier.from_pretrained(folder, output_loading_info=True)
    return model.eval(), {key.rsplit(".", 1)[0] for key in info["missing_keys"]}


classifiers, _seen = [], {}
reads_first_vector, last_is_new, no_other_is_new, then = [], [], [], {}
from_masked_lm, from_pretraining = [], []  # whose dense layer the file holds
new_pooler = []  # whose bare model has one that a masked-LM file does not hold
for family, (*_, _pretraining) in _families.items():
    torch.manual_seed(0)
    _model, new = loaded(family, "ForMaskedLM")
    _, still_new = loaded(family, _pretraining)
    if any("pooler" in name for name in loaded(family, "ForMaskedLM", "Model")[1]):
        new_pooler.append(family)
    _linear = [
        (name, module)
        for name, module in _model.named_modules()
        if isinstance(module, torch.nn.Linear) and "layer" not in name
    ]
    for name, module in _linear:
        module.register_forward_hook(
            lambda _, given, gives, name=name: _seen.update({name: (given[0], gives)})
        )
    _ids = torch.tensor([[5, 6, 7]])
    with torch.no_grad():
        _first = _model.base_model(_ids)[0][:, 0]
        _model(_ids)
    (_dense, _weight), (_last, _) = _linear[-2:]
    _fits = [
        name
        for name, activation in _activations.items()
        if torch.allclose(activation(_seen[_dense][1]), _seen[_last][0], atol=1e-5)
    ]
    reads_first_vector.append(torch.allclose(_seen[_dense][0], _first, atol=1e-6))
    then[family] = " or ".join(_fits)
    last_is_new.append(_last in new & still_new)
    no_other_is_new.append(new | still_new <= {_dense, _last})
    if _dense not in new:
        from_masked_lm.append(family)
    if _dense not in still_new:
        from_pretraining.append(family)
    classifiers.append(
        {
            "family": family,
            "dense layer, activation": f"`{_dense}`, {then[family]}",
            "newly initialised, of these two files": {
                (True, True): "from both",
                (True, False): "from the masked-LM file",
                (False, False): "from neither",
            }[_dense in new, _dense in still_new],
        }
    )

for row in classifiers:
    print(*row.values(), sep=" · ")
print("loaded from a masked-LM file:", *from_masked_lm, end="; ")
print("from a pre-training file:", *from_pretraining, end="; ")
print("a new pooler in the bare model:", *new_pooler)
assert all(reads_first_vector), reads_first_vector
assert then == {
    "BERT": "tanh",
    "ALBERT": "tanh",
    "RoBERTa": "tanh",
    "DistilBERT": "ReLU",
    "ELECTRA": "GELU",
    "DeBERTa-v2": "GELU",
    "ModernBERT": "GELU, LayerNorm",
}, then
assert from_masked_lm == ["ModernBERT"], from_masked_lm
assert new_pooler == ["BERT", "ALBERT", "RoBERTa"], new_pooler
assert from_pretraining == ["BERT", "ALBERT", "ModernBERT"], from_pretraining
assert all(last_is_new), last_is_new
assert all(no_other_is_new), no_other_is_new
