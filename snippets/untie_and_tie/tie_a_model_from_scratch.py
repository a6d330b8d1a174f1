"""A model written from scratch is tied by the dict, its two pairs of methods, and `tie_word_embeddings` in its own configuration. Without that field it is tied only if the base class of configurations has one."""

import tempfile

import torch
from transformers import PretrainedConfig, PreTrainedModel

scope = "library"
decides = "tied: made"


# The recipe
class TinyConfig(PretrainedConfig):
    """All that the model is made from."""

    model_type = "tiny"

    def __init__(
        self, vocab_size=100, hidden_size=16, tie_word_embeddings=True, **more
    ):
        self.vocab_size, self.hidden_size = vocab_size, hidden_size
        self.tie_word_embeddings = tie_word_embeddings
        super().__init__(tie_word_embeddings=tie_word_embeddings, **more)


class Tiny(PreTrainedModel):
    """A recurrent language model with one matrix at both ends."""

    config_class = TinyConfig
    _tied_weights_keys = {"decoder.weight": "words.weight"}  # noqa: RUF012

    def __init__(self, config):
        super().__init__(config)
        self.words = torch.nn.Embedding(config.vocab_size, config.hidden_size)
        self.mixer = torch.nn.GRU(config.hidden_size, config.hidden_size)
        self.decoder = torch.nn.Linear(config.hidden_size, config.vocab_size)
        self.post_init()

    def _init_weights(self, module):
        if isinstance(module, (torch.nn.Embedding, torch.nn.Linear)):
            torch.nn.init.normal_(module.weight, std=0.02)
        if isinstance(module, torch.nn.Linear):
            torch.nn.init.zeros_(module.bias)

    def get_input_embeddings(self):
        """For resizing, and in older releases for the tie."""
        return self.words

    def set_input_embeddings(self, new):
        """For resizing."""
        self.words = new

    def get_output_embeddings(self):
        """The same of the other end."""
        return self.decoder

    def set_output_embeddings(self, new):
        """For resizing."""
        self.decoder = new

    def forward(self, input_ids):
        """Give logits."""
        return self.decoder(self.mixer(self.words(input_ids))[0])


class SilentConfig(PretrainedConfig):
    """The same without the field."""

    model_type = "silent"

    def __init__(self, vocab_size=100, hidden_size=16, **more):
        self.vocab_size, self.hidden_size = vocab_size, hidden_size
        super().__init__(**more)


class Silent(Tiny):
    """The same model, made from the silent configuration."""

    config_class = SilentConfig


# How to see that it works
def tied(model):
    """Ask for one Parameter, not for equal values."""
    return model.decoder.weight is model.words.weight


torch.manual_seed(0)
token_ids = torch.tensor([[2, 5, 7, 3]])
model = Tiny(TinyConfig())
tied_when_made = tied(model)
_before = model.words.weight.detach().clone()
torch.nn.functional.cross_entropy(model(token_ids)[0], token_ids[0]).backward()
torch.optim.SGD(model.parameters(), lr=0.1).step()
tied_when_trained = tied(model) and not torch.equal(model.words.weight, _before)
model.resize_token_embeddings(103)
tied_when_resized = tied(model)
_grown = len(model.decoder.bias) == len(model.words.weight) == 103
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded, _report = Tiny.from_pretrained(_folder, output_loading_info=True)
tied_when_loaded = tied(loaded)
same_logits = torch.allclose(
    loaded.eval()(token_ids), model.eval()(token_ids), atol=1e-6
)
untied = Tiny(TinyConfig(tie_word_embeddings=False))
untied.resize_token_embeddings(103)
tied_on_request_only = not tied(untied)
_untied_grown = len(untied.decoder.weight) == 103
tied_without_the_field = tied(Silent(SilentConfig()))
field_of_the_base_class = hasattr(PretrainedConfig(), "tie_word_embeddings")

print(f"tied: made {tied_when_made}, trained {tied_when_trained}", end=", ")
print(
    f"resized {tied_when_resized}, loaded {tied_when_loaded},"
    f" with the same logits {same_logits}"
)
print("tied without the field in the configuration:", tied_without_the_field)
print("the base class of configurations has the field:", field_of_the_base_class)
assert tied_when_made, "not tied when it is made"
assert tied_when_trained, "not tied when it is trained"
assert tied_when_resized, "not tied when it is resized"
assert _grown, "the bias or the embedding does not grow"
assert tied_when_loaded and not _report["missing_keys"], "not tied when it is loaded"
assert same_logits, "the reloaded model gives other logits"
assert tied_on_request_only, "tied against its configuration"
assert _untied_grown, "untied, the decoder is not resized"
assert tied_without_the_field == field_of_the_base_class, (
    f"the base class has the field: {field_of_the_base_class}"
)
