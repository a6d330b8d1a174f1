"""A class whose `_init_weights` writes through `.data`, as in transformers 4, gets the file's weights all the same."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM


class Tagger(BertForMaskedLM):
    """A class of your own."""

    def __init__(self, config):
        super().__init__(config)
        self.init_weights()

    def _init_weights(self, module):  # as every class of transformers 4 had it
        if isinstance(module, torch.nn.Linear):
            module.weight.data.normal_(mean=0.0, std=0.02)
            if module.bias is not None:
                module.bias.data.zero_()
        elif isinstance(module, torch.nn.Embedding):
            module.weight.data.normal_(mean=0.0, std=0.02)


torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config)
for parameter in model.parameters():
    torch.nn.init.normal_(parameter)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded, _report = Tagger.from_pretrained(_folder, output_loading_info=True)
missing_keys = sorted(_report["missing_keys"])
_of_the_file = dict(model.named_parameters())
overwritten = sorted(
    name
    for name, parameter in loaded.named_parameters()
    if not torch.equal(parameter, _of_the_file[name])
)

print(f"reported as missing: {len(missing_keys)}")
print(f"Parameters that are not the file's: {len(overwritten)}")
_of = f"{', '.join(overwritten)} random"
assert not overwritten, f"{_of}, {len(missing_keys)} keys reported as missing"
