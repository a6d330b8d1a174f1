"""Without `tie_word_embeddings` in config.json the class's default decides whether transformers ties a model. `save_pretrained` of a configuration writes it; here it is taken out again. BERT and GPT-2 are then tied, Llama and Mistral are not, whichever value was there before."""

import json
import tempfile
from pathlib import Path

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM

scope = "library"
decides = "without the flag"


def is_tied(config):
    """Build the model on `meta`, and compare its two matrices."""
    of_class = AutoModelForCausalLM
    if config.model_type == "bert":
        of_class = AutoModelForMaskedLM
    with torch.device("meta"):
        model = of_class.from_config(config)
    output, words = model.get_output_embeddings(), model.get_input_embeddings()
    return output.weight is words.weight


families = ["bert", "gpt2", "llama", "mistral"]
with_flag, without_flag = {}, {}
for family in families:
    for flag in (True, False):
        config = AutoConfig.for_model(
            family, num_hidden_layers=1, tie_word_embeddings=flag
        )
        with tempfile.TemporaryDirectory() as _folder:
            config.save_pretrained(_folder)
            _file = Path(_folder, "config.json")
            _fields = json.loads(_file.read_text())
            assert _fields["tie_word_embeddings"] == flag, "it is not written"
            _tied = is_tied(AutoConfig.from_pretrained(_folder))
            with_flag.setdefault(family, []).append(_tied)
            del _fields["tie_word_embeddings"]
            _file.write_text(json.dumps(_fields))
            _tied = is_tied(AutoConfig.from_pretrained(_folder))
            without_flag.setdefault(family, []).append(_tied)

print("tied with the flag true, and false:", with_flag)
print("without the flag:", without_flag)
assert with_flag == {family: [True, False] for family in families}
_tied, _untied = [True, True], [False, False]
assert [*without_flag.values()] == [_tied, _tied, _untied, _untied], without_flag
