"""GPT-2's and Llama's tokenizers put no end token after a text. If you add one, and it is also the pad token, `DataCollatorForLanguageModeling` takes its label away; with a pad token of its own the label stays."""

import transformers

scope = "library"
decides = "padded with the end token"

texts = ["return the file", "return the number of bytes in the file"]
_letters = sorted(set("".join(texts)) - {" "})
_ends_put, _labels_kept = [], {"the end token": [], "a token of its own": []}
for make, others in (
    (transformers.GPT2Tokenizer, ["<|endoftext|>", "Ġ"]),
    (transformers.LlamaTokenizer, ["<unk>", "<s>", "</s>", "▁"]),
):
    tokenizer = make(vocab={word: i for i, word in enumerate(others + _letters)})
    _end, _end_id = tokenizer.eos_token, tokenizer.eos_token_id
    _ends_put += [_end_id in tokenizer(text)["input_ids"] for text in texts]
    _ended = [tokenizer(text + _end) for text in texts]
    for name, _pad in zip(_labels_kept, (_end, "[PAD]"), strict=True):
        tokenizer.add_special_tokens({"pad_token": _pad})
        collator = transformers.DataCollatorForLanguageModeling(tokenizer, mlm=False)
        _labels = collator(_ended)["labels"]
        _labels_kept[name] += [_end_id in row for row in _labels.tolist()]

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
assert not any(_labels_kept["the end token"]), _labels_kept
assert all(_labels_kept["a token of its own"]), _labels_kept
