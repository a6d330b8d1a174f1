"""UNEXPECTED tensors are left out: if the saved model used them, as a projection or an upper layer, the outputs change although nothing is missing. Tensors that the saved model did not use change nothing, and the class's own tensors are the file's in each case."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM, BertModel, GPT2Config, GPT2Model

scope = "library"
decides = "all outputs are equal:"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
bert = BertConfig(vocab_size=50, intermediate_size=24, **sizes)
gpt2 = GPT2Config(vocab_size=50, n_embd=16, n_layer=2, n_head=2)
token_ids = torch.arange(1, 9)[None]
tensors_equal, outputs_equal = {}, {}
for saved in (BertModel(bert), BertForMaskedLM(bert), GPT2Model(gpt2)):
    _class = type(saved).__name__
    for parameter in saved.parameters():
        torch.nn.init.normal_(parameter, 0.0, 0.5)
    names = dict(saved.named_parameters())  # each tied Parameter once
    surplus = {"my_adapter.scale": torch.ones(3), "0.weight": torch.ones(3)}
    file = {name: names[name].detach() for name in names}
    with tempfile.TemporaryDirectory() as _folder:
        saved.save_pretrained(_folder, state_dict=file | surplus)
        loaded, report = type(saved).from_pretrained(_folder, output_loading_info=True)
    tensors, own = loaded.state_dict(), saved.state_dict()
    tensors_equal[_class] = all(torch.equal(tensors[name], own[name]) for name in own)
    with torch.no_grad():
        outputs = [model.eval()(token_ids)[0] for model in (saved, loaded)]
    outputs_equal[_class] = torch.equal(*outputs)
    assert not report["missing_keys"] and not report["mismatched_keys"]
    assert set(report["unexpected_keys"]) == set(surplus), report

trained = torch.nn.Sequential(BertModel(bert), torch.nn.Linear(16, 8))
parts = {name.removeprefix("0."): t for name, t in trained.state_dict().items()}
with tempfile.TemporaryDirectory() as _folder:
    trained[0].save_pretrained(_folder, state_dict=parts)  # with "1.weight", "1.bias"
    bare, report = BertModel.from_pretrained(_folder, output_loading_info=True)
projection_left = sorted(report["unexpected_keys"])
whole_without_it = not report["missing_keys"]
with torch.no_grad():
    saved_size = trained[1](trained[0].eval()(token_ids)[0]).shape[-1]
    loaded_size = bare(token_ids)[0].shape[-1]

bert.num_hidden_layers = 2
deeper = BertModel(bert)
with tempfile.TemporaryDirectory() as _folder:
    deeper.save_pretrained(_folder)
    cut, report = BertModel.from_pretrained(
        _folder, num_hidden_layers=1, output_loading_info=True
    )
surplus_layers = sorted({name[:15] for name in report["unexpected_keys"]})
with torch.no_grad():
    outputs = [model.eval()(token_ids)[0] for model in (deeper, cut)]
same_without_a_layer = torch.equal(*outputs)
nothing_missing = not report["missing_keys"] and not report["mismatched_keys"]

print("surplus in each file:", sorted(surplus))
print("all tensors are equal:", tensors_equal)
print("all outputs are equal:", outputs_equal)
print("left out:", *projection_left, "and nothing missing:", whole_without_it)
print("  vectors of", saved_size, "became vectors of", loaded_size)
print("surplus:", *surplus_layers, "and nothing missing:", nothing_missing)
print("  the outputs are equal:", same_without_a_layer)
each = dict.fromkeys(("BertModel", "BertForMaskedLM", "GPT2Model"), True)
assert tensors_equal == each
assert outputs_equal == each
assert projection_left == ["1.bias", "1.weight"] and whole_without_it
assert (saved_size, loaded_size) == (8, 16), (saved_size, loaded_size)
assert surplus_layers == ["encoder.layer.1"] and nothing_missing
assert not same_without_a_layer
