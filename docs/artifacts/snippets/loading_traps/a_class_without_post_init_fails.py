"""A class whose `__init__` does not end with `self.post_init()` cannot load. With that line it loads the same file whole."""

import tempfile

import torch
from transformers import BertConfig, BertModel, BertPreTrainedModel


class Bare(BertPreTrainedModel):
    """A class of your own, as tutorials for transformers 3 have it."""

    def __init__(self, config):
        super().__init__(config)
        self.bert = BertModel(config)


class Finished(BertPreTrainedModel):
    """The same with one line more."""

    def __init__(self, config):
        super().__init__(config)
        self.bert = BertModel(config)
        self.post_init()


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
model = BertModel(config)
outcomes = {}
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    for _class in (Bare, Finished):
        try:
            _loaded = _class.from_pretrained(_folder)
        except AttributeError as _error:
            outcomes[_class.__name__] = str(_error)
        else:
            _words = _loaded.bert.embeddings.word_embeddings.weight
            _same = torch.equal(_words, model.embeddings.word_embeddings.weight)
            outcomes[_class.__name__] = "whole" if _same else "random"

for _name, _outcome in outcomes.items():
    print(f"{_name}: {_outcome}")
assert outcomes["Finished"] == "whole", outcomes["Finished"]
assert "all_tied_weights_keys" in outcomes["Bare"], f"Bare loads {outcomes['Bare']}"
