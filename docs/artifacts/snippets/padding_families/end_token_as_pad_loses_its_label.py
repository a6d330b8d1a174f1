"""With the end token as the pad token the collator takes every label of the end token away, the real one too; with a pad token of its own it keeps it."""

import transformers

pydoc_bert = "checkpoints/pydoc-bert"

# BERT's tokenizer stands for GPT-2's: what matters is that each text ends in a token.
tokenizer = transformers.BertTokenizer(f"{pydoc_bert}/vocab.txt")
end = tokenizer.sep_token_id
_texts = ["return the file", "return the number of bytes in the file"]
_examples = [{"input_ids": tokenizer.encode(text)} for text in _texts]

labels_of_the_end = {}
for pad_token in (tokenizer.pad_token, tokenizer.sep_token):
    tokenizer.pad_token = pad_token
    collator = transformers.DataCollatorForLanguageModeling(tokenizer, mlm=False)
    _batch = collator([dict(example) for example in _examples])
    labels_of_the_end[f"pad token {pad_token}"] = [
        labels[len(example["input_ids"]) - 1].item()
        for labels, example in zip(_batch["labels"], _examples, strict=True)
    ]

for name, labels in labels_of_the_end.items():
    print(f"{name}: the label where a text ends, {labels} (its id is {end})")
assert labels_of_the_end["pad token [PAD]"] == [end, end], f"{labels_of_the_end}"
assert labels_of_the_end["pad token [SEP]"] == [-100, -100], f"{labels_of_the_end}"
