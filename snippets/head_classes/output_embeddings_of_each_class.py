"""`get_output_embeddings()` gives the decoder of the three BERT classes with an MLM head, a `Linear`, and `None` for the six others. There `set_output_embeddings` raises an `AttributeError`. With an MLM head it puts the new layer in the decoder's place."""

import inspect

import torch
from transformers import BertConfig, logging
from transformers.models.bert import modeling_bert

scope = "library"
decides = "BertForMaskedLM"

logging.set_verbosity_error()  # BertLMHeadModel would say that it is no decoder
CLASSES = [
    class_
    for class_ in vars(modeling_bert).values()
    if inspect.isclass(class_)
    and issubclass(class_, modeling_bert.BertPreTrainedModel)
    and class_ is not modeling_bert.BertPreTrainedModel
]
torch.manual_seed(0)
tiny = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)


def set_a_new_one(model):
    """Set another layer, and give the error, or where it is now."""
    new = torch.nn.Linear(32, 100)
    try:
        model.set_output_embeddings(new)
    except AttributeError as error:
        return type(error).__name__
    placed = [name for name, module in model.named_modules() if module is new]
    return ", ".join(placed) or "nowhere"


classes = []
for class_ in CLASSES:
    model = class_(tiny)
    _output = model.get_output_embeddings()
    _names = [name for name, module in model.named_modules() if module is _output]
    classes.append(
        {
            "class": class_.__name__,
            "`get_output_embeddings()`": type(_output).__name__
            if _names
            else str(_output),
            "its name": ", ".join(_names),
            "`set_output_embeddings(new)`": set_a_new_one(model),
        }
    )

for _row in classes:
    _class, _type, _name, _set = _row.values()
    print(f"{_class:30}{_type} {_name}; set: {_set}")
_decoder = "cls.predictions.decoder"
for _row in classes:
    _class, *_found = _row.values()
    _mlm = _class in ("BertForPreTraining", "BertLMHeadModel", "BertForMaskedLM")
    _expected = (
        ["Linear", _decoder, _decoder] if _mlm else ["None", "", "AttributeError"]
    )
    assert _found == _expected, f"{_row}"
assert len(classes) == 9, f"{len(classes)}"
