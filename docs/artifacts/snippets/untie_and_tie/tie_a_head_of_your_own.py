"""A head of your own on `BertModel` is tied by one dict and two short methods: it stays tied when it is made, loaded, trained, resized, saved and loaded again."""

import tempfile

import torch
from transformers import BertModel, BertPreTrainedModel, logging

checkpoint = "checkpoints/pydoc-bert"


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
token_ids = torch.tensor([[2, 5, 7, 3]])
model, _report = OwnMaskedLM.from_pretrained(checkpoint, output_loading_info=True)
missing = sorted(_report["missing_keys"])
stages = [
    {"after": "made", "tied": tied(OwnMaskedLM(model.config))},
    {"after": "loaded", "tied": tied(model)},
]
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(token_ids).logsumexp(dim=-1).mean().backward()
optimizer.step()
stages.append({"after": "trained by one step", "tied": tied(model)})
_size = model.config.vocab_size + 3
model.resize_token_embeddings(_size)
_grown = len(model.decoder.weight) == len(model.decoder.bias) == _size
stages.append({"after": "resized", "tied": tied(model) and _grown})
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded, _again = OwnMaskedLM.from_pretrained(_folder, output_loading_info=True)
    untied = OwnMaskedLM.from_pretrained(_folder, tie_word_embeddings=False)
stages.append({"after": "saved and loaded", "tied": tied(loaded)})
_same = torch.allclose(loaded.eval()(token_ids), model.eval()(token_ids), atol=1e-5)

print("new in the class, and not in the file:", missing)
for _row in stages:
    print(f"{_row['after']:20} tied: {_row['tied']}")
for _row in stages:
    assert _row["tied"], f"not tied any more after it is {_row['after']}"
assert missing == ["decoder.bias"], f"missing: {missing}"
assert not _again["missing_keys"], f"missing later: {sorted(_again['missing_keys'])}"
assert _same, "the reloaded model gives other logits"
assert not tied(untied), "it is tied even where the configuration says no"
