"""Where the file lacks a module's bias, a class whose `_init_weights` writes through `.data` loses that module's weight too, and the report names only the bias."""

import tempfile
from pathlib import Path

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
_file = model.state_dict()
lost_key = "cls.predictions.transform.dense.bias"
del _file[lost_key]
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    loaded, _report = Tagger.from_pretrained(_folder, output_loading_info=True)
    own, _ = BertForMaskedLM.from_pretrained(_folder, output_loading_info=True)
missing_keys = sorted(_report["missing_keys"])
_weight = _file["cls.predictions.transform.dense.weight"]
weight_is_the_file_s = torch.equal(
    loaded.cls.predictions.transform.dense.weight, _weight
)
own_class_keeps_it = torch.equal(own.cls.predictions.transform.dense.weight, _weight)

print("reported as missing:", *missing_keys)
print("the weight beside it is the file's:", weight_is_the_file_s)
print("… in the library's own class:", own_class_keeps_it)
assert lost_key in missing_keys
assert lost_key.replace("bias", "weight") not in missing_keys
assert own_class_keeps_it, "the library's own class loses it too"
assert not weight_is_the_file_s, "the weight is the file's"
