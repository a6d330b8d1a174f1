"""Tie your own head on `BertModel` with one dict and two short methods. It stays tied when it is made, loaded, trained, resized, saved and loaded again. Untied by its configuration, it is resized as well."""

import tempfile

import torch
from transformers import BertConfig, BertModel, BertPreTrainedModel, logging

scope = "library"


# The recipe
class OwnMaskedLM(BertPreTrainedModel):
    """BERT with the plainest head: a decoder, and nothing before it."""

    _tied_weights_keys = {  # noqa: RUF012
        "decoder.weight": "bert.embeddings.word_embeddings.weight"
    }

    def __init__(self, config):
        super().__init__(config)
        self.bert = BertModel(config, add_pooling_layer=False)
        self.decoder = torch.nn.Linear(config.hidden_size, config.vocab_size)
        self.post_init()  # the last line: it collects the ties

    def get_output_embeddings(self):
        """For resizing."""
        return self.decoder

    def set_output_embeddings(self, new):
        """For resizing an untied one."""
        self.decoder = new

    def forward(self, input_ids):
        """Give logits."""
        return self.decoder(self.bert(input_ids)[0])


# How to see that it works
def tied(model):
    """Ask for one Parameter, not for equal values."""
    return model.decoder.weight is model.get_input_embeddings().weight


logging.set_verbosity_error()  # the load report has a page of its own
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
token_ids = torch.tensor([[2, 5, 7, 3]])
with tempfile.TemporaryDirectory() as _folder:  # stands for a trained encoder's file
    BertModel(config).save_pretrained(_folder)
    model, _report = OwnMaskedLM.from_pretrained(_folder, output_loading_info=True)
missing = sorted(_report["missing_keys"])
stages = [
    {"after": "made", "tied": tied(OwnMaskedLM(config))},
    {"after": "loaded", "tied": tied(model)},
]
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
_before = model.decoder.weight.detach().clone()
model(token_ids).square().mean().backward()
optimizer.step()
_trained = not torch.equal(model.decoder.weight, _before)
stages.append({"after": "trained by one step", "tied": tied(model)})
model.resize_token_embeddings(103)
stages.append({"after": "resized", "tied": tied(model)})
_grown = len(model.decoder.bias) == 103
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded = OwnMaskedLM.from_pretrained(_folder)
    untied = OwnMaskedLM.from_pretrained(_folder, tie_word_embeddings=False)
stages.append({"after": "saved and loaded", "tied": tied(loaded)})
untied.resize_token_embeddings(105)
_resized = (
    len(untied.decoder.weight) == len(untied.get_input_embeddings().weight) == 105
)
_same = torch.allclose(loaded.eval()(token_ids), model.eval()(token_ids), atol=1e-5)

print("new in the class, and not in the file:", missing)
for _row in stages:
    print(f"{_row['after']:20} tied: {_row['tied']}")
for _row in stages:
    assert _row["tied"], f"not tied any more after it is {_row['after']}"
assert missing == ["decoder.bias"], f"missing: {missing}"
assert _trained, "the step changes nothing"
assert _grown, "the bias does not grow"
assert _same, "the reloaded model gives other logits"
assert not tied(untied), "it is tied even where the configuration says no"
assert _resized, "untied, the decoder is not resized"
