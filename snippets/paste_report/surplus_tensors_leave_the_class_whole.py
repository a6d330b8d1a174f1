"""If a report names only surplus tensors, and no layers, every tensor of the class comes from the file, and the outputs are the same. The class is of the file's family, and nothing is MISSING or MISMATCH. Where a layer is surplus the tensors are the file's, too, but the outputs are not the saved model's."""

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
print("surplus:", *surplus_layers, "and nothing missing:", nothing_missing)
print("  the outputs are equal:", same_without_a_layer)
each = dict.fromkeys(("BertModel", "BertForMaskedLM", "GPT2Model"), True)
assert tensors_equal == each
assert outputs_equal == each
assert surplus_layers == ["encoder.layer.1"] and nothing_missing
assert not same_without_a_layer
