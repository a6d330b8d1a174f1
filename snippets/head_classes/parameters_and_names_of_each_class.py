"""At bert-base's size a BERT class has 199, 201, 202 or 206 Parameters; with an MLM head its state dict has two names more. Those are the decoder's weight and bias, second names of the embedding and of `predictions.bias`. A file that `save_pretrained` writes has one name for each Parameter."""

import inspect
import tempfile
from pathlib import Path

import torch
from safetensors import safe_open
from transformers import BertConfig, logging
from transformers.models.bert import modeling_bert

scope = "library"
decides = "BertForPreTraining"

logging.set_verbosity_error()  # BertLMHeadModel would say that it is no decoder
CLASSES = [
    class_
    for class_ in vars(modeling_bert).values()
    if inspect.isclass(class_)
    and issubclass(class_, modeling_bert.BertPreTrainedModel)
    and class_ is not modeling_bert.BertPreTrainedModel
]
torch.manual_seed(0)
bert_base = BertConfig()  # 12 layers, 768 wide, 30,522 tokens
narrow = BertConfig(  # as many tensors, small enough to be saved
    vocab_size=60,
    hidden_size=12,
    num_hidden_layers=12,
    intermediate_size=16,
)


def names_on_disk(model):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        with safe_open(Path(folder, "model.safetensors"), "pt") as file:
            return set(file.keys())


classes, second_names = [], {}
for class_ in CLASSES:
    with torch.device("meta"):  # names, shapes and ties without the numbers
        model = class_(bert_base)
    _once, _state = dict(model.named_parameters()), model.state_dict()
    _on_disk = names_on_disk(class_(narrow))
    second_names[class_.__name__] = sorted(_state.keys() - _once.keys())
    classes.append(
        {
            "class": class_.__name__,
            "Parameters": len(_once),
            "names in the state dict": len(_state),
            "names in the file": len(_on_disk),
        }
    )
    assert _on_disk == set(_once), f"{class_.__name__}: {_on_disk ^ set(_once)}"

for _row in classes:
    print(f"{_row['class']:30}{_row['Parameters']} Parameters,", end=" ")
    print(f"{_row['names in the state dict']} names in the state dict,", end=" ")
    print(f"{_row['names in the file']} in the file")
_counts = {_row["class"]: _row["Parameters"] for _row in classes}
assert _counts == {
    "BertModel": 199,
    "BertForPreTraining": 206,
    "BertLMHeadModel": 202,
    "BertForMaskedLM": 202,
    "BertForNextSentencePrediction": 201,
    "BertForSequenceClassification": 201,
    "BertForMultipleChoice": 201,
    "BertForTokenClassification": 199,
    "BertForQuestionAnswering": 199,
}, f"{_counts}"
_decoder = ["cls.predictions.decoder.bias", "cls.predictions.decoder.weight"]
_with_mlm_head = ("BertForPreTraining", "BertLMHeadModel", "BertForMaskedLM")
for _name, _second in second_names.items():
    _expected = _decoder if _name in _with_mlm_head else []
    assert _second == _expected, f"{_name}: {_second}"
for _row in classes:
    _more = _row["names in the state dict"] - _row["Parameters"]
    assert _more == len(second_names[_row["class"]]), f"{_row}"
    assert _row["names in the file"] == _row["Parameters"], f"{_row}"
