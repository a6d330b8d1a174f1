"""A report that names surplus tensors alone speaks of a whole class: every tensor of it is the file's, and the outputs are the same."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM, BertModel, GPT2Config, GPT2Model

scope = "library"
decides = "outputs are equal:"

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

print("surplus in each file:", sorted(surplus))
print("all tensors are equal:", tensors_equal)
print("all outputs are equal:", outputs_equal)
each = dict.fromkeys(("BertModel", "BertForMaskedLM", "GPT2Model"), True)
assert tensors_equal == each
assert outputs_equal == each
