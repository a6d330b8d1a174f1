"""Tying two matrices of a model can never halve the model's size; for bert-base it saves less than a fifth. A translation model that ties three can shrink to less than half."""

import torch
from transformers import BertConfig, BertForPreTraining, MarianConfig, MarianMTModel

scope = "arithmetic"
decides = "BERT, 12 layers"

bert_base = {"vocab_size": 30522, "hidden_size": 768, "num_hidden_layers": 12}
shallow_bert = {**bert_base, "num_hidden_layers": 1}
translator = {
    "vocab_size": 50000,
    "d_model": 512,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_ffn_dim": 2048,
    "decoder_ffn_dim": 2048,
    "pad_token_id": 0,
    "decoder_start_token_id": 0,
}


def parameters(class_, config):
    with torch.device("meta"):  # shapes and ties without the numbers
        return sum(one.numel() for one in class_(config).parameters())


def saved(name, class_, config_class, sizes, untie):
    tied = parameters(class_, config_class(**sizes))
    untied = parameters(class_, config_class(**sizes, **untie))
    return {
        "model": name,
        "untied": untied,
        "tied": tied,
        "left, in percent": 100 * tied / untied,
    }


_untied = {"tie_word_embeddings": False}
models = [
    saved("BERT, 12 layers", BertForPreTraining, BertConfig, bert_base, _untied),
    saved("BERT, 1 layer", BertForPreTraining, BertConfig, shallow_bert, _untied),
    saved("translator, 2 + 2 layers", MarianMTModel, MarianConfig, translator, _untied),
]
left_percent = [row["left, in percent"] for row in models]
bert_base_saves_percent = 100 - left_percent[0]

for row in models:
    print(
        f"{row['model']:25} {row['untied']:>11,} untied, {row['tied']:>11,} tied:",
        end=" ",
    )
    print(f"{row['left, in percent']:.1f} % are left")
assert 80 < left_percent[0] < 90, f"{left_percent}"
assert 50 < left_percent[1] < 65, f"{left_percent}"  # one of two matrices always stays
assert left_percent[2] < 50, f"{left_percent}"
