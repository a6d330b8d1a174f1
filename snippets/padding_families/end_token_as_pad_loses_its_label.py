"""GPT-2's and Llama's tokenizers put no end token after a text. If you add one, and it is also the pad token, `DataCollatorForLanguageModeling` makes its label −100; with a pad token of its own the label stays."""

import transformers

scope = "library"
decides = "padded with the end token"

texts = ["return the file", "return the number of bytes in the file"]
_letters = sorted(set("".join(texts)) - {" "})
_gpt2 = ["<|endoftext|>", "Ġ", *_letters]
_llama = ["<unk>", "<s>", "</s>", "▁", *_letters]
tokenizers = [
    transformers.GPT2Tokenizer(vocab={token: i for i, token in enumerate(_gpt2)}),
    transformers.LlamaTokenizer(vocab={token: i for i, token in enumerate(_llama)}),
]
labels_kept = {"the end token": [], "a token of its own": []}
ends_put, errors = 0, []
for tokenizer in tokenizers:
    try:
        tokenizer(texts, padding=True)
    except ValueError as error:
        errors.append(str(error))
    end = tokenizer.eos_token_id
    ends_put += sum(end in tokenizer(text)["input_ids"] for text in texts)
    _ended = [tokenizer(text + tokenizer.eos_token)["input_ids"] for text in texts]
    assert all(ids[-1] == end for ids in _ended), _ended
    for name, pad in zip(labels_kept, (tokenizer.eos_token, "[PAD]"), strict=True):
        tokenizer.add_special_tokens({"pad_token": pad})
        collator = transformers.DataCollatorForLanguageModeling(tokenizer, mlm=False)
        labels = collator([{"input_ids": ids} for ids in _ended])["labels"]
        labels_kept[name].append((labels == end).sum().item())

refused = errors[0].split(". ")[0]
print("asked to pad:", refused)
print("end tokens that the tokenizers put after a text:", ends_put)
for name, kept in labels_kept.items():
    print(f"padded with {name}: end tokens that keep their label: {kept}")
assert errors == [errors[0]] * 2, errors
assert "does not have a padding token" in refused, refused
assert ends_put == 0, ends_put
assert labels_kept["the end token"] == [0, 0], labels_kept
assert labels_kept["a token of its own"] == [2, 2], labels_kept
