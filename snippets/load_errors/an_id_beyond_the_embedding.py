"""“index out of range in self” means that an id has no row in the embedding: after adding tokens, call `model.resize_token_embeddings(len(tokenizer))`. Then the same ids run. An id as large as `vocab_size` fails, and the id of the last row does not. A token type needs a row, too: type 1 fails where `type_vocab_size` is 1, as in a published RoBERTa. So does a position: a text that is too long for a RoBERTa fails with this error in transformers 4, and with “index … is out of bounds” in 5."""

import torch
from transformers import BertConfig, BertModel, RobertaConfig, RobertaModel

scope = "library"
needs_cpu = "a bad index is an IndexError on the CPU, and ends the use of CUDA"
decides = "resized"

torch.manual_seed(0)
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
bert = BertModel(BertConfig.from_dict(_sizes)).eval()
roberta = RobertaModel(RobertaConfig.from_dict({**_sizes, "type_vocab_size": 1})).eval()


short = RobertaModel(
    RobertaConfig.from_dict({**_sizes, "max_position_embeddings": 34})
).eval()


def outcome(model, ids, token_type=0):
    types = torch.full((1, len(ids)), token_type)
    try:
        with torch.no_grad():
            model(torch.tensor([ids]), token_type_ids=types)
    except (IndexError, RuntimeError) as error:
        return str(error)
    return "it runs"


largest_id = outcome(bert, [2, 49, 3])
added_token = outcome(bert, [2, 50, 3])
bert.resize_token_embeddings(51)
resized = outcome(bert, [2, 50, 3])
lengths = [outcome(short, [5] * count) for count in (32, 33)]
types = [outcome(roberta, [0, 5, 2], one) for one in (0, 1)]

print(f"the largest id: {largest_id}; an id more: {added_token}; resized: {resized}")
print(f"RoBERTa with one token type: type 0 and 1: {types}")
print("RoBERTa of 34 positions, 32 and 33 tokens:", lengths)
_error = "index out of range in self"
assert (largest_id, added_token, resized) == ("it runs", _error, "it runs")
assert types == ["it runs", _error], types
_outside = (_error, "index 34 is out of bounds for dimension 1 with size 34")
assert lengths[0] == "it runs" and lengths[1] in _outside, lengths
