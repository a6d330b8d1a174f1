"""To see what a tie saves, build your model tied and untied on `meta`, and count the Parameters of each. A masked-LM BERT of bert-base-uncased's sizes, which are the class's defaults, is built here."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "saved"

parameters = {}
for tied in (True, False):
    config = BertConfig(tie_word_embeddings=tied)  # yours
    with torch.device("meta"):  # shapes without numbers: no memory, no time
        model = BertForMaskedLM(config)
    parameters[tied] = sum(p.numel() for p in model.parameters())
saved = parameters[False] - parameters[True]
saved_percent = round(100 * saved / parameters[False], 1)

print(f"tied {parameters[True]:,}, untied {parameters[False]:,}")
print(f"saved {saved:,}: {saved_percent} %")
assert saved == config.vocab_size * (config.hidden_size + 1)  # + a bias
assert saved_percent == 17.6, saved_percent
