"""To score a sentence, mask one token per row, pass the attention mask, and add up the log-probabilities of the hidden tokens. Special tokens and pads get no row: so a text scores the same alone and in a padded batch, to a thousandth of a nat. At least eleven of twelve docstrings score higher than their shuffled tokens with pydoc-bert, and so do everyday sentences with all-MiniLM and the head that we trained."""

from pathlib import Path

import torch
import yaml
from transformers import AutoModelForMaskedLM, AutoTokenizer, logging

pydoc_bert, minilm_mlm = "pydoc-bert", "minilm-mlm"
scope = "checkpoint"
decides = "alone and in a padded batch"

logging.set_verbosity_error()  # a pooler is left out, and the report says so
_lines = Path(f"{pydoc_bert}/held_out.txt").read_text("utf-8").splitlines()
_sentences = dict.fromkeys(line.split("\t")[1].split(". ")[0] for line in _lines)
_gaps = yaml.safe_load(Path("checkpoints/minilm-mlm/sentences.yml").read_text())[:12]
_texts = {
    pydoc_bert: [text for text in _sentences if 30 < len(text) < 100][:12],
    minilm_mlm: [gap["text"].replace("[MASK]", gap["accepted"][0]) for gap in _gaps],
}


def pseudo_log_likelihood(texts, pass_mask=True, leave_out_special=True):
    """Score each text: how well the model guesses each token from all others."""
    batch = tokenizer(
        texts,
        padding=True,
        truncation=True,
        max_length=32,
        return_special_tokens_mask=True,  # 1 for [CLS], [SEP] and [PAD]
        return_tensors="pt",
    )
    scores = []
    for one, mask, special in zip(
        batch["input_ids"],
        batch["attention_mask"],
        batch["special_tokens_mask"],
        strict=True,
    ):
        left_out = special if leave_out_special else 1 - mask
        places = (left_out == 0).nonzero().flatten()
        rows, count = one.repeat(len(places), 1), torch.arange(len(places))
        rows[count, places] = tokenizer.mask_token_id  # one in each row
        masks = {"attention_mask": mask.expand_as(rows)} if pass_mask else {}
        with torch.no_grad():
            logits = model(rows, **masks)[0][count, places]
        scores.append(logits.log_softmax(-1)[count, one[places]].sum())
    return torch.stack(scores)


def shuffled(text):
    """The same tokens in another order."""
    tokens = tokenizer.tokenize(text)[:30]
    order = torch.randperm(len(tokens), generator=generator).tolist()
    return tokenizer.convert_tokens_to_string([tokens[i] for i in order])


outcomes = []
_largest = 0.0  # that a score moves in a batch: rounding, and no fact
for _name, _of_the_model in _texts.items():
    tokenizer = AutoTokenizer.from_pretrained(_name)
    model = AutoModelForMaskedLM.from_pretrained(_name).eval()
    generator = torch.Generator(model.device).manual_seed(0)
    _scores = pseudo_log_likelihood(_of_the_model)
    _alone = torch.cat([pseudo_log_likelihood([text]) for text in _of_the_model])
    _unmasked = pseudo_log_likelihood(_of_the_model, pass_mask=False)
    _with_special = pseudo_log_likelihood(_of_the_model, leave_out_special=False)
    _of_shuffled = pseudo_log_likelihood([shuffled(text) for text in _of_the_model])
    _largest = max(_largest, (_scores - _alone).abs().max().item())
    outcomes.append(
        {
            "model": _name,
            "texts": len(_of_the_model),
            "true above shuffled": int((_scores > _of_shuffled).sum()),
            "no attention mask": (_unmasked - _alone).abs().max().item(),
            "special tokens, too": (_with_special - _alone).abs().median().item(),
        }
    )

for _row in outcomes:
    print(f"{_row['model']}: {_row['true above shuffled']} of {_row['texts']}", end=" ")
    print("texts score above their shuffled tokens")
    print("  without the attention mask a score changes by up to", end=" ")
    print(f"{_row['no attention mask']:.1f} nats, with [CLS] and [SEP] by", end=" ")
    print(f"{_row['special tokens, too']:.1f} (median)")
same_in_a_batch = _largest < 1e-3
print("the same score alone and in a padded batch:", same_in_a_batch)
assert same_in_a_batch, f"{_largest}"
assert all(
    " " in text and "[MASK]" not in text for texts in _texts.values() for text in texts
)
for _row in outcomes:
    assert _row["true above shuffled"] >= _row["texts"] - 1, f"{_row}"
    assert _row["texts"] == 12, f"{_row}"
    assert 1 < _row["no attention mask"] < 20, f"{_row}"
    assert 1 < _row["special tokens, too"] < 50, f"{_row}"
