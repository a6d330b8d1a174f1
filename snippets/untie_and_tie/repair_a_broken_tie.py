"""To tie a BERT again and drop its decoder's matrix, first copy the decoder's learned bias, then set `tie_word_embeddings = True` and call `tie_weights()`. Its decoder was made random by `tie_word_embeddings=False`, assigned, deep-copied, or saved as a second matrix. Only a bias that the copy has learned is copied. Saved and loaded again it is tied, with the right logits."""

import copy
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "repaired:"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
token_ids = torch.tensor([[2, 5, 7, 3]])
sound = BertForMaskedLM(config).eval()
for _parameter in sound.parameters():
    torch.nn.init.normal_(_parameter, std=0.1)  # stands for learned values
_right_logits = sound(token_ids)[0].detach()


def reload(model, **options):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        return BertForMaskedLM.from_pretrained(folder, **options).eval()


def matrices(model):
    decoder = model.cls.predictions.decoder
    return decoder.weight, model.bert.embeddings.word_embeddings.weight


def same_logits(model, logits):
    return torch.allclose(model(token_ids)[0], logits, atol=1e-5)


# The five breaks
untied = reload(sound, tie_word_embeddings=False)  # its decoder is random,
lost = reload(untied)  # and this file says so to nobody
assigned = BertForMaskedLM(config).eval()
assigned.load_state_dict(sound.state_dict(), assign=True)
copied = sound
copied.cls.predictions.decoder = copy.deepcopy(copied.cls.predictions.decoder)
learned = copy.deepcopy(copied)  # its decoder's bias was trained since
torch.nn.init.normal_(learned.cls.predictions.decoder.bias)
_learned_logits = learned(token_ids)[0].detach()
apart = copy.deepcopy(copied)  # its decoder was trained apart; the file has both
torch.nn.init.normal_(apart.cls.predictions.decoder.weight, std=0.1)
apart = reload(apart, tie_word_embeddings=False)

outcomes = []
for _break, _model, _right in (
    ("saved after `tie_word_embeddings=False`", lost, _right_logits),
    ("`load_state_dict(…, assign=True)`", assigned, _right_logits),
    ("`deepcopy` of the decoder", copied, _right_logits),
    ("two matrices in the file", apart, _right_logits),
    ("`deepcopy`, and its bias trained", learned, _learned_logits),
):
    _decoder, _words = matrices(_model)
    row = {"break": _break, "tied": _decoder is _words}
    row["right"] = same_logits(_model, _right)
    _cosine = torch.cosine_similarity(_decoder, _words).mean().item()
    row["decoder is like the embedding"] = _cosine > 0.5

    # The repair
    if _model is learned:  # only you know which bias was trained: here the decoder's
        with torch.no_grad():
            _model.cls.predictions.bias.copy_(_model.cls.predictions.decoder.bias)
    _model.config.tie_word_embeddings = True
    _model.tie_weights()
    _again = reload(_model)

    _decoder, _words = matrices(_again)
    row |= {
        "repaired, tied": _decoder is _words,
        "and right": same_logits(_again, _right),
    }
    outcomes.append(row)

for row in outcomes:
    print(f"{row['break']}: tied {row['tied']}, the right logits {row['right']}")
tied_again = [row["repaired, tied"] for row in outcomes]
right_again = [row["and right"] for row in outcomes]
print(f"repaired: all are tied {all(tied_again)}, and right {all(right_again)}")
assert not any(row["tied"] for row in outcomes), "a break leaves the tie"
_were = [row["right"] for row in outcomes]
assert _were == [False, True, True, False, True], f"right before the repair: {_were}"
_alike = [row["decoder is like the embedding"] for row in outcomes]
assert _alike == [False, True, True, False, True], f"like the embedding: {_alike}"
assert all(tied_again), f"repaired, tied: {tied_again}"
assert all(right_again), f"repaired, the right logits: {right_again}"
