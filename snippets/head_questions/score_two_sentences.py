"""“Fish live in the sea” scores above “Fish live in the car”, with one token hidden in each row. So it is for all-MiniLM with the MLM head that we trained."""

from transformers import AutoTokenizer, BertForMaskedLM, logging

minilm_mlm = "bert-checked/minilm-mlm"
scope = "checkpoint"
decides = "sea"

logging.set_verbosity_error()
tokenizer = AutoTokenizer.from_pretrained(minilm_mlm)
model = BertForMaskedLM.from_pretrained(minilm_mlm)


def score(text):
    ids = tokenizer(text, return_tensors="pt").input_ids
    places = range(1, ids.shape[1] - 1)  # no score for [CLS] and [SEP]
    rows = ids.repeat(len(places), 1)
    rows[range(len(places)), places] = tokenizer.mask_token_id  # one a row
    logits = model(rows).logits[range(len(places)), places]
    scores = logits.log_softmax(-1).gather(1, ids[:, 1:-1].T).round(decimals=2)
    return dict(zip(tokenizer.tokenize(text), scores[:, 0].tolist(), strict=True))


sea, car = score("Fish live in the sea."), score("Fish live in the car.")
sum_sea, sum_car = sum(sea.values()), sum(car.values())
print(f"sea {sum_sea:.1f}, car {sum_car:.1f}")
assert sum_sea > sum_car + 1, f"{sea}, {car}"
