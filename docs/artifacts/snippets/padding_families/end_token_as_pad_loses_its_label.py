"""GPT-2's and Llama's tokenizers put no end token after a text. If you add one, and it is also the pad token, `DataCollatorForLanguageModeling` takes its label away; with a pad token of its own, or labels made from the mask, the label stays."""

import transformers

scope = "library"
decides = "padded with the end token:"

texts = ["return the file", "return the number of bytes in the file"]
_letters = sorted(set("".join(texts)) - {" "})
_ends_put, _labels_kept = [], {}
for make, others in (
    (transformers.GPT2Tokenizer, ["<|endoftext|>", "Ġ"]),
    (transformers.LlamaTokenizer, ["<unk>", "<s>", "</s>", "▁"]),
):
    tokenizer = make(vocab={word: i for i, word in enumerate(others + _letters)})
    _end, _end_id = tokenizer.eos_token, tokenizer.eos_token_id
    _ends_put += [_end_id in tokenizer(text)["input_ids"] for text in texts]
    _ended = [tokenizer(text + _end) for text in texts]
    for _name, _pad in (("the end token", _end), ("a token of its own", "[PAD]")):
        tokenizer.add_special_tokens({"pad_token": _pad})
        collator = transformers.DataCollatorForLanguageModeling(tokenizer, mlm=False)
        _batch = collator(_ended)
        _pads = _batch["attention_mask"] == 0
        _by_hand = _batch["input_ids"].masked_fill(_pads, -100)
        _both = {_name: _batch["labels"], "any, labels from the mask": _by_hand}
        for name, _labels in _both.items():
            assert _pads.any() and (_labels[_pads] == -100).all()
            _kept = [_end_id in row for row in _labels.tolist()]
            _labels_kept.setdefault(name, []).extend(_kept)

print("the tokenizers put an end token after a text:", any(_ends_put))
padded = []
for name, _kept in _labels_kept.items():
    _grade = "fine" if all(_kept) else "problem"
    _count = f"{_grade}: {sum(_kept)} of {len(_kept)}"
    padded.append({"padded with": name, "end tokens that keep their label": _count})
    print(
        f"padded with {name}: {sum(_kept)} of {len(_kept)} end tokens keep their label"
    )
assert not any(_ends_put), _ends_put
_lost = _labels_kept.pop("the end token")
assert not any(_lost), _lost
assert all(map(all, _labels_kept.values())), _labels_kept
