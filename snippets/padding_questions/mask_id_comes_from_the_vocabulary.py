"""`[MASK]` has the id at which it stands in the vocabulary file: 103 in bert-base-uncased's, another in others. BERT's configuration has none. If the file has no `[MASK]`, the tokenizer adds one behind its end, and BERT has no row for that."""

import hashlib
import tempfile
from pathlib import Path

import torch
from transformers import AutoTokenizer, BertConfig, BertModel, BertTokenizer
from transformers.utils import cached_file

scope = "checkpoint"
needs_cpu = "a bad index is an IndexError on the CPU, and ends the use of CUDA"
decides = "without [MASK]"

minilm = "sentence-transformers/all-MiniLM-L6-v2"
# The sha256 of google-bert/bert-base-uncased's vocab.txt.
_base = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
_file = Path(cached_file(minilm, "vocab.txt"))
same_file_as_bert_base = hashlib.sha256(_file.read_bytes()).hexdigest() == _base
_lines = _file.read_text("utf-8").splitlines()
line_in_the_file = _lines.index("[MASK]")
mask_id = AutoTokenizer.from_pretrained(minilm).mask_token_id


def small(tokens):
    """Return a tokenizer whose vocabulary file has these tokens, one a line."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "vocab.txt")
        file.write_text(tokens.replace(" ", "\n"))
        return BertTokenizer(str(file))


_others = "[PAD] [UNK] [CLS] [SEP]"
mask_id_of_a_small_one = small(f"{_others} [MASK] the file").mask_token_id
mask_id_at_the_end = small(f"{_others} the file [MASK]").mask_token_id
_without = small(f"{_others} the file")
mask_id_without = _without.mask_token_id
in_the_configuration = hasattr(BertConfig(), "mask_token_id")
_sizes = {"vocab_size": 6, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 32}
model = BertModel(BertConfig(**_sizes))
try:
    model(torch.tensor([_without.encode("the [MASK]")]))
    refused = ""
except IndexError as error:
    refused = str(error)

print(f"all-MiniLM: [MASK] is {mask_id}, in line {line_in_the_file} of its file")
print(f"small files: {mask_id_of_a_small_one} and {mask_id_at_the_end}", end="; ")
print(f"a file of 6 tokens without [MASK]: {mask_id_without}, and BERT: {refused}")
assert same_file_as_bert_base
assert mask_id == line_in_the_file == 103
assert (mask_id_of_a_small_one, mask_id_at_the_end) == (4, 6)
assert mask_id_without == 6, mask_id_without
assert not in_the_configuration
assert refused == "index out of range in self", refused
