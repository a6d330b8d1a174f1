"""GPT-2's tokenizer puts no end token after a text. If you add one, and the end token is also the pad token, the collator makes its label −100; with a pad token of its own the label stays."""

import transformers

scope = "library"
decides = "padded with <|endoftext|>"

_letters = sorted(set("return the number of bytes in the file".replace(" ", "Ġ")))
_vocabulary = {token: i for i, token in enumerate(["<|endoftext|>", *_letters])}
tokenizer = transformers.GPT2Tokenizer(vocab=_vocabulary)
end = tokenizer.eos_token_id
texts = ["return the file", "return the number of bytes in the file"]
puts_an_end = [end in tokenizer(text)["input_ids"] for text in texts]

_ended = [tokenizer(text + tokenizer.eos_token)["input_ids"] for text in texts]
labels_of_the_end = {}
for pad_token in ("<|endoftext|>", "<pad>"):
    tokenizer.add_special_tokens({"pad_token": pad_token})
    collator = transformers.DataCollatorForLanguageModeling(tokenizer, mlm=False)
    _batch = collator([{"input_ids": list(ids)} for ids in _ended])
    labels_of_the_end[pad_token] = [
        labels[len(ids) - 1].item()
        for labels, ids in zip(_batch["labels"], _ended, strict=True)
    ]

print("the tokenizer puts an end token after a text:", any(puts_an_end))
for name, labels in labels_of_the_end.items():
    print(f"padded with {name}: the end tokens' labels are {labels} (its id is {end})")
assert puts_an_end == [False, False], puts_an_end
assert labels_of_the_end["<pad>"] == [end, end], f"{labels_of_the_end}"
assert labels_of_the_end["<|endoftext|>"] == [-100, -100], f"{labels_of_the_end}"
