"""In bert-base the two pre-training heads own fewer than a million parameters: the decoder's 23 million are the word embedding's."""

import torch
from transformers import BertConfig, BertForPreTraining

scope = "arithmetic"

bert_base = BertConfig(
    vocab_size=30522,
    hidden_size=768,
    num_hidden_layers=12,
    num_attention_heads=12,
    intermediate_size=3072,
    max_position_embeddings=512,
)
with torch.device("meta"):  # shapes and ties without the numbers: no weights needed
    model = BertForPreTraining(bert_base)


def count(parameters):
    return sum(parameter.numel() for parameter in set(parameters))


mlm, nsp = model.cls.predictions, model.cls.seq_relationship
embeddings = model.bert.embeddings
words = embeddings.word_embeddings
_rest = set(embeddings.parameters()) - {words.weight}
_rows = [
    ("bert.embeddings.word_embeddings", words.parameters(), words.weight),
    ("bert.embeddings, the rest", _rest, None),
    ("bert.encoder", model.bert.encoder.parameters(), None),
    ("bert.pooler", model.bert.pooler.parameters(), model.bert.pooler.dense.weight),
    (
        "cls.predictions.transform",
        mlm.transform.parameters(),
        mlm.transform.dense.weight,
    ),
    ("cls.predictions.decoder", mlm.decoder.parameters(), mlm.decoder.weight),
    ("cls.seq_relationship", nsp.parameters(), nsp.weight),
]
parts = [
    {
        "module": module,
        "weight": list(weight.shape) if weight is not None else [],
        "parameters": count(parameters),
        "tied to": "word_embeddings"
        if module.endswith("decoder") and weight is words.weight
        else "",
    }
    for module, parameters, weight in _rows
]
layers = len(model.bert.encoder.layer)
bias_values = mlm.bias.numel()
total = count(model.parameters())
heads_own = count(set(model.cls.parameters()) - set(model.bert.parameters()))
numbers_in_the_matrix = words.weight.numel()
decoder_is_tied = mlm.decoder.weight is words.weight
heads_own_percent = 100 * heads_own / total

for part in parts:
    print(f"{part['module']:32} {part['parameters']:>11,}  {part['tied to']}")
print(f"all of BertForPreTraining: {total:,}; the heads' own: {heads_own:,}")
assert decoder_is_tied and mlm.decoder.weight.numel() > 23_000_000
assert heads_own < 1_000_000
