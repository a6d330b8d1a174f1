"""`load_state_dict(strict=False)` leaves what a checkpoint lacks as it was in the model; for a tied weight one name is enough. Seen on a BERT with two layers whose checkpoint lacks one of them, and the decoder's names."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "the missing layer is"

_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_config = BertConfig.from_dict(_sizes)


def drawn(seed):
    """Build a model with other random numbers everywhere, the biases too."""
    torch.manual_seed(seed)
    model = BertForMaskedLM(_config)
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter)
    return model


_trained, model = drawn(0), drawn(1)
_before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
_in_file = {
    name: tensor
    for name, tensor in _trained.state_dict().items()
    if ".layer.1." not in name and not name.startswith("cls.predictions.decoder.")
}
missing = model.load_state_dict(_in_file, strict=False).missing_keys
_after = model.state_dict()


def equal(names, tensors):
    return all(torch.equal(_after[name], tensors[name]) for name in names)


_layer = [name for name in missing if ".layer.1." in name]
tied = [name for name in missing if ".decoder." in name]
kept, second_names = equal(_layer, _before), equal(tied, _trained.state_dict())
rest = equal(_in_file, _in_file)
print(f"missing: {len(_layer)} names of a layer, and {', '.join(tied)}")
print("the missing layer is as it was:", kept)
print("the tied names have the checkpoint's values:", second_names)
assert len(_layer) == 16, _layer
assert tied == ["cls.predictions.decoder.weight", "cls.predictions.decoder.bias"], tied
assert kept, "the layer has changed"
assert second_names, "the tied names are not the checkpoint's"
assert rest, "the rest is not the checkpoint's"
