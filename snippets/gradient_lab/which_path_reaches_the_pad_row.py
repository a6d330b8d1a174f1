"""In pydoc-bert a gradient reaches the `[PAD]` row through the softmax in all 32 combinations. Through the lookup it is exactly zero in 18: with `padding_idx`, or if the mask is passed, no pad is a label, and no `[PAD]` was drawn."""

import itertools
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import BertConfig, BertForMaskedLM

pydoc_bert = "pydoc-bert"
tolerance = 2e-5  # some of these gradients are near zero
ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "checkpoint"
decides = "by lookup in 18"

model = BertForMaskedLM(BertConfig.from_json_file(f"{pydoc_bert}/config.json")).eval()
_loaded = load_file(f"{pydoc_bert}/model.safetensors")
_missing = model.load_state_dict(_loaded, strict=False).missing_keys
assert all("decoder" in key or "position_ids" in key for key in _missing), _missing
_matrix = model.bert.embeddings.word_embeddings.weight.detach().clone()

_vocabulary = Path(f"{pydoc_bert}/vocab.txt").read_text(encoding="utf-8").splitlines()
PAD = _vocabulary.index("[PAD]")
UNUSED = slice(1, 100)

# Six words are to be predicted: here is what the model sees in their places. Mostly
# [MASK], once the word itself, and once a random token, DRAWN.
_texts = [
    ("[CLS] return the number of bytes read from the file . [SEP]", {3: "[MASK]"}),
    ("[CLS] open the file . [SEP]", {1: "[MASK]"}),
    (
        "[CLS] if the key is not found , raise an error . [SEP]",
        {3: "key", 8: "[MASK]"},
    ),
    (
        "[CLS] close the connection and return a list of the messages . [SEP]",
        {3: "[MASK]", 10: "DRAWN"},
    ),
]


def make_batch(drawn, label_of_pads):
    """Token ids, labels, and the mask: 1 where a text is, whatever was drawn there."""
    shape = (len(_texts), max(len(text.split()) for text, _ in _texts))
    ids, labels = torch.full(shape, PAD), torch.full(shape, label_of_pads)
    mask = torch.zeros(shape, dtype=torch.long)
    for row, (text, replaced) in enumerate(_texts):
        for place, word in enumerate(text.split()):
            seen = replaced.get(place, word).replace("DRAWN", drawn)
            ids[row, place] = _vocabulary.index(seen)
            labels[row, place] = _vocabulary.index(word) if place in replaced else -100
            mask[row, place] = 1
    return ids, labels, mask


def backward(lookup, output, ids, labels, mask):
    """One backward pass with these two matrices; the decoder's input and the logits."""
    model.bert.embeddings.word_embeddings = lookup
    decoder = model.cls.predictions.decoder
    decoder.weight = output
    entered = []
    hook = decoder.register_forward_pre_hook(lambda _, args: entered.append(args[0]))
    scores = model(ids, attention_mask=mask)
    hook.remove()
    logits = scores if torch.is_tensor(scores) else scores[0]
    torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten()).backward()
    return entered[0].detach(), logits.detach()


def embedding(padding_idx):
    return torch.nn.Embedding.from_pretrained(
        _matrix, freeze=False, padding_idx=padding_idx
    )


_seen = {}


def measure(weights, padding_idx, mask_is, pads, drawn):
    case = (weights, padding_idx, mask_is, pads, drawn)
    ids, labels, mask = make_batch(
        drawn="[PAD]" if drawn == "yes" else "bytes",
        label_of_pads=PAD if pads == "counted" else -100,
    )
    if mask_is == "missing":
        mask = torch.ones_like(mask)

    # The two paths apart: one copy of the matrix to look up, another for the softmax.
    lookup, output = embedding(padding_idx), torch.nn.Parameter(_matrix)
    h, logits = backward(lookup, output, ids, labels, mask)
    by_lookup, by_softmax = lookup.weight.grad[PAD], output.grad[PAD]

    # In closed form: the mean, over the labelled positions, of h times the probability
    # of [PAD], less 1 where [PAD] is the label.
    counts = labels != -100
    surplus = logits[counts].softmax(dim=-1)[:, PAD] - (labels[counts] == PAD).float()
    closed_form = (surplus[:, None] * h[counts]).mean(dim=0)
    off_by = ((closed_form - by_softmax).norm() / by_softmax.norm()).item()
    unused = output.grad[UNUSED].mean(dim=0)
    cosine = torch.cosine_similarity(by_softmax, unused, dim=0).item()

    # Tied: once more, with one Parameter in both places. The two parts add up.
    on_embedding, on_decoder = by_lookup, by_softmax.norm().item()
    if weights == "tied":
        one = embedding(padding_idx)
        backward(one, one.weight, ids, labels, mask)
        on_embedding, on_decoder = one.weight.grad[PAD], ""
        assert torch.equal(on_embedding, by_lookup + by_softmax), case

    # The rules. A gradient of zero is 0.0 in every number of the row.
    shielded = padding_idx == 0 or (mask_is, pads, drawn) == ("passed", "-100", "no")
    size = by_lookup.norm().item()
    as_it_should = not by_lookup.any() if shielded else size > 0.1
    assert as_it_should, f"{case}: by lookup {size}"
    size = by_softmax.norm().item()
    assert size > 1e-7, f"{case}: by softmax {size}"
    assert off_by < 1e-5, f"{case}: the closed form is off by {off_by}"
    # Tying and padding_idx change no bit of the logits, nor of the softmax's part.
    before = _seen.setdefault((mask_is, pads, drawn), (logits, by_softmax))
    assert all(map(torch.equal, before, (logits, by_softmax))), case
    # As a label, [PAD] is pulled the way from which the [unused] rows are pushed.
    assert cosine < -0.3 if pads == "counted" else cosine > 0.9, f"{case}: {cosine}"
    return {
        "weights": weights,
        "padding_idx": str(padding_idx),
        "mask": mask_is,
        "labels on pads": pads,
        "[PAD] drawn": drawn,
        "by lookup": by_lookup.norm().item(),
        "by softmax": by_softmax.norm().item(),
        "closed form": closed_form.norm().item(),
        "agrees": off_by < 1e-5,
        "on the embedding's row": on_embedding.norm().item(),
        "on the decoder's own row": on_decoder,
        "cosine with [unused]": cosine,
    }


combinations = [
    measure(*case)
    for case in itertools.product(
        ("tied", "untied"),
        (0, None),
        ("passed", "missing"),
        ("-100", "counted"),
        ("no", "yes"),
    )
]
# Without padding_idx, tied. With it the lookup gives zero; untied, the two parts lie on
# two rows. So these eight rows tell all 32.
parts = [
    {
        "mask": row["mask"],
        "labels on pads": row["labels on pads"],
        "[PAD] drawn": row["[PAD] drawn"],
        "by softmax": row["by softmax"],
        "by lookup, padding_idx=None": row["by lookup"],
        "both, tied": row["on the embedding's row"],
    }
    for row in combinations[8:16]
]
zero_by_lookup = sum(row["by lookup"] == 0.0 for row in combinations)
zero_by_softmax = sum(row["by softmax"] == 0.0 for row in combinations)

print(f"{len(combinations)} combinations; the gradient on the [PAD] row is zero")
print(f"  by lookup in {zero_by_lookup}, by softmax in {zero_by_softmax}")
print("padding_idx None, weights tied:")
for row in combinations[8:16]:
    print(f"  mask {row['mask']:8}pads {row['labels on pads']:8}", end="")
    print(f"drawn {row['[PAD] drawn']:4}by lookup {row['by lookup']:<8.4g}", end="")
    print(f"by softmax {row['by softmax']:.4g}")
assert zero_by_softmax == 0
assert zero_by_lookup == 18, zero_by_lookup
