"""A class whose `_init_weights` writes through `.data`, as in transformers 4, gets the file's weights all the same, where the file has them all."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"


class Tagger(BertForMaskedLM):
    """A class of your own."""

    def __init__(self, config):
        super().__init__(config)
        self.init_weights()

    def _init_weights(self, module):  # as every class of transformers 4 had it
        if isinstance(module, torch.nn.Linear):
            module.weight.data.normal_(mean=5.0)
            if module.bias is not None:
                module.bias.data.zero_()
        elif isinstance(module, torch.nn.Embedding):
            module.weight.data.normal_(mean=5.0)


torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForMaskedLM(config)
for parameter in model.parameters():
    torch.nn.init.normal_(parameter)
_of_the_file = dict(model.named_parameters())


def others(one):
    """Parameters that are not the file's."""
    pairs = one.named_parameters()
    return sorted(name for name, p in pairs if not p.equal(_of_the_file[name]))


with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded, _report = Tagger.from_pretrained(_folder, output_loading_info=True)
missing_keys = sorted(_report["missing_keys"])
fresh = Tagger(config)
overwritten, others_in_a_fresh_one = others(loaded), others(fresh)
fresh_mean = fresh.cls.predictions.transform.dense.weight.mean().round().item()

print(f"reported as missing: {len(missing_keys)}")
print(f"Parameters that are not the file's: {len(overwritten)} of {len(_of_the_file)}")
print(f"in a fresh model: {len(others_in_a_fresh_one)}; mean in its head: {fresh_mean}")
_of = f"{', '.join(overwritten)} random"
assert len(others_in_a_fresh_one) == len(_of_the_file), "a fresh model has the file's"
assert fresh_mean == 5, "a fresh model does not use the class's _init_weights"
assert not overwritten, f"{_of}, {len(missing_keys)} keys reported as missing"
