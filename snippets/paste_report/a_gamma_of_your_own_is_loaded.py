"""If a class of your own has Parameters `gamma` and `beta`, load it with the newest transformers: it gets both from the file. Their module may be called `LayerNorm` or not. Saved by `save_pretrained` and loaded again, none is missing."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertPreTrainedModel

scope = "library"
decides = "not the file's"

logging.getLogger("transformers").setLevel(logging.ERROR)


class Norm(torch.nn.Module):
    """A norm with the names that TensorFlow uses."""

    def __init__(self):
        super().__init__()
        self.gamma = torch.nn.Parameter(torch.ones(16))
        self.beta = torch.nn.Parameter(torch.zeros(16))


class OwnBert(BertPreTrainedModel):
    """Two such norms, one of them under the library's name."""

    def __init__(self, config):
        super().__init__(config)
        self.LayerNorm, self.gate = Norm(), Norm()
        getattr(self, "post_init", self.init_weights)()


torch.manual_seed(0)
saved = OwnBert(BertConfig())
for _parameter in saved.parameters():
    torch.nn.init.normal_(_parameter)
with tempfile.TemporaryDirectory() as _folder:
    saved.save_pretrained(_folder)
    loaded, _report = OwnBert.from_pretrained(_folder, output_loading_info=True)
own = dict(loaded.named_parameters())
_file = dict(saved.named_parameters())
not_loaded = sorted(n for n, p in own.items() if not torch.equal(p, _file[n]))
missing = sorted(_report["missing_keys"])

print("not the file's:", *not_loaded or ["none"])
print("missing:", *missing or ["none"])
assert sorted(own) == ["LayerNorm.beta", "LayerNorm.gamma", "gate.beta", "gate.gamma"]
assert not not_loaded, f"not loaded: {' '.join(not_loaded)}"
assert not missing, f"missing: {missing}"
