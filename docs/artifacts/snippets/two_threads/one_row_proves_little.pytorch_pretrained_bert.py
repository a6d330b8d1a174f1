"""A dump of a tied model has one matrix under two names; but two matrices that print the same first row need not be equal."""

import io

import torch
from pytorch_pretrained_bert import BertConfig, BertForPreTraining

scope = "library"
decides = "two other matrices"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
_file = io.BytesIO()
torch.save(BertForPreTraining(config).state_dict(), _file)
_file.seek(0)
_dump = torch.load(_file)
_embedding = _dump["bert.embeddings.word_embeddings.weight"]
_decoder = _dump["cls.predictions.decoder.weight"]
one_storage = _embedding.data_ptr() == _decoder.data_ptr()

_other = torch.rand(100, 16)
_other[0] = _embedding[0]
printouts_are_equal = str(_embedding[:1]) == str(_other[:1])
equal_rows = (_embedding == _other).all(dim=1).sum().item()

print("the dump's two names, one storage after loading:", one_storage)
print("two other matrices print the same first row:", printouts_are_equal)
print(f"of their rows {equal_rows} in {len(_other)} is equal")
assert one_storage
assert printouts_are_equal and 0 < equal_rows < len(_other) / 2
