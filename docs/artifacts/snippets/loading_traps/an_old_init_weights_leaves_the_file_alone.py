"""A class whose `_init_weights` writes through `.data`, as in transformers 4, gets the file's weights all the same, where the file has them all."""

import tempfile

import torch
from transformers import BertConfig, BertForTokenClassification

scope = "library"
decides = "Parameters are not the file's"


class Tagger(BertForTokenClassification):
    """A class of your own."""

    def _init_weights(self, module):  # as every class of transformers 4 had it
        if isinstance(module, torch.nn.Linear):
            module.weight.data.fill_(0.5)


torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model, fresh = BertForTokenClassification(config), Tagger(config)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded, _report = type(fresh).from_pretrained(_folder, output_loading_info=True)
missing_keys = sorted(_report["missing_keys"])
_of_the_file = dict(model.named_parameters())


def set_by_the_class(one):
    return sorted(name for name, p in one.named_parameters() if p.eq(0.5).all())


set_in_a_fresh_one, set_in_the_file = set_by_the_class(fresh), set_by_the_class(model)
overwritten = sorted(
    name for name, p in loaded.named_parameters() if not p.equal(_of_the_file[name])
)

print("set by the class, in a fresh model:", *set_in_a_fresh_one)
print(f"loaded: {len(overwritten)} Parameters are not the file's")
print(f"reported as missing: {len(missing_keys)}")
_of = f"{', '.join(overwritten)} random"
assert "classifier.weight" in set_in_a_fresh_one, "the class sets nothing"
assert not set_in_the_file, "the file has what the class sets"
assert not overwritten, f"{_of}, {len(missing_keys)} keys reported as missing"
assert not missing_keys, f"reported as missing: {missing_keys}"
