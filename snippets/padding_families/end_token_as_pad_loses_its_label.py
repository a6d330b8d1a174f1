"""GPT-2's and Llama's tokenizers put no end token after a text. If you add one, and it is also the pad token, `DataCollatorForLanguageModeling` takes its label away; with a pad token of its own the label stays."""

import transformers

scope = "library"
decides = "padded with the end token"

texts = ["return the file", "return the number of bytes in the file"]
_letters = sorted(set("".join(texts)) - {" "})
ends_put, labels_kept = 0, {"the end token": 0, "a token of its own": 0}
for make, others in (
    (transformers.GPT2Tokenizer, ["<|endoftext|>", "Ġ"]),
    (transformers.LlamaTokenizer, ["<unk>", "<s>", "</s>", "▁"]),
):
    tokenizer = make(vocab={word: i for i, word in enumerate(others + _letters)})
    _end, _end_id = tokenizer.eos_token, tokenizer.eos_token_id
    ends_put += sum(_end_id in tokenizer(text)["input_ids"] for text in texts)
    _ended = [tokenizer(text + _end) for text in texts]
    for name, pad in zip(labels_kept, (_end, "[PAD]"), strict=True):
        tokenizer.add_special_tokens({"pad_token": pad})
        collator = transformers.DataCollatorForLanguageModeling(tokenizer, mlm=False)
        labels_kept[name] += (collator(_ended)["labels"] == _end_id).sum().item()

print("end tokens that the two tokenizers put after two texts each:", ends_put)
for name, kept in labels_kept.items():
    print(f"padded with {name}: labels of the four end tokens kept: {kept}")
assert ends_put == 0, ends_put
assert labels_kept == {"the end token": 0, "a token of its own": 4}, labels_kept
