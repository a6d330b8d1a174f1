"""To see what a tie saves, build your model tied and untied on `meta`, check each with `is`, and count the Parameters. A masked-LM BERT of bert-base-uncased's sizes, which are the class's defaults, is built here."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "saved"

parameters = {}
for tied in (True, False):
    config = BertConfig(tie_word_embeddings=tied)  # yours
    with torch.device("meta"):  # shapes without numbers: no memory, no time
        model = BertForMaskedLM(config)
    words, decoder = model.get_input_embeddings(), model.get_output_embeddings()
    assert (words.weight is decoder.weight) == tied, "its class overrides the flag"
    parameters[tied] = sum(p.numel() for p in model.parameters())
saved = parameters[False] - parameters[True]
saved_percent = round(100 * saved / parameters[False], 1)

print(f"tied {parameters[True]:,}, saved {saved:,}: {saved_percent} %")
assert saved == config.vocab_size * (config.hidden_size + 1)  # + a bias
assert saved_percent == 17.6, saved_percent
