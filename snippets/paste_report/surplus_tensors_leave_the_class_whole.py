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
gpt2 = GPT2Config(vocab_size=50, n_embd=16, n_layer=1, n_head=2)
token_ids = torch.arange(1, 9)[None]
found = []
for saved in (BertModel(bert), BertForMaskedLM(bert), GPT2Model(gpt2)):
    for parameter in saved.parameters():
        torch.nn.init.normal_(parameter, 0.0, 0.5)
    names = dict(saved.named_parameters())  # each tied Parameter once
    surplus = {"my_adapter.scale": torch.ones(3), "0.weight": torch.ones(3)}
    file = {name: names[name].detach().clone() for name in names}
    with tempfile.TemporaryDirectory() as _folder:
        saved.save_pretrained(_folder, state_dict=file | surplus)
        loaded, report = type(saved).from_pretrained(_folder, output_loading_info=True)
    tensors, own = loaded.state_dict(), saved.state_dict()
    tensors_equal = all(torch.equal(tensors[name], own[name]) for name in own)
    with torch.no_grad():
        outputs = [model.eval()(token_ids)[0] for model in (saved, loaded)]
    outputs_equal = torch.equal(*outputs)
    found.append(tensors_equal and outputs_equal)
    assert not report["missing_keys"] and not report["mismatched_keys"]
    assert set(report["unexpected_keys"]) == set(surplus), report

everything_is_equal = all(found)
print("surplus in each of", len(found), "files:", sorted(surplus))
print("all tensors and outputs are equal:", everything_is_equal)
assert everything_is_equal
