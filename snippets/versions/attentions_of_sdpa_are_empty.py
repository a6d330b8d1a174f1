"""To get attention weights, load with `attn_implementation="eager"`: with the default attention `output_attentions=True` in the call gives an empty tuple. One line of the log says so. Given to `from_pretrained`, `output_attentions=True` gives them as well."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "by default:"

_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library = logging.getLogger("transformers")
_library.handlers = [_handler]
_library.setLevel("WARNING")
torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64}
_token_ids = torch.tensor([[2, 17, 54, 23, 3]])


def count(**options):
    """Load a BERT, and return the number of attention tensors."""
    with tempfile.TemporaryDirectory() as folder:
        BertModel(BertConfig.from_dict(_sizes)).save_pretrained(folder)
        model = BertModel.from_pretrained(folder, **options).eval()
    asked = {} if "output_attentions" in options else {"output_attentions": True}
    with torch.no_grad():
        return len(model(_token_ids, **asked).attentions)


eager = count(attn_implementation="eager")
lines_of_eager = len(_said)
by_default = count()
lines_by_default = len(_said) - lines_of_eager
given_to_loading = count(output_attentions=True)

print(f"eager: {eager} tensors; by default: {by_default}", end=" ")
print(f"and {lines_by_default} line; given to loading: {given_to_loading}")
assert eager == 2, f"eager: {eager}"
assert by_default == 0, f"by default: {by_default} tensors"
assert given_to_loading == 2, f"given to loading: {given_to_loading} tensors"
assert lines_by_default == 1, f"{lines_by_default} lines"
assert lines_of_eager == 0, f"{lines_of_eager} lines with eager attention"
