"""With one token hidden in each row, “Fish live in the sea” scores higher than “Fish live in the car”. This holds for all-MiniLM with the MLM head that we trained."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM

minilm_mlm = "minilm-mlm"
scope = "checkpoint"
decides = "sea"

tokenizer = AutoTokenizer.from_pretrained(minilm_mlm)
model = BertForMaskedLM.from_pretrained(minilm_mlm)


def score(text):
    ids = tokenizer(text, return_tensors="pt").input_ids[0]
    hidden = ids.new_ones(len(ids)).diag().bool()[1:-1]  # not [CLS], [SEP]
    rows = ids.masked_fill(hidden, tokenizer.mask_token_id)  # one in each row
    with torch.no_grad():
        vectors = model.bert(rows)[0][hidden]  # of the hidden positions alone
        scores = model.cls(vectors).log_softmax(-1)
    of_hidden = scores.gather(1, ids[1:-1, None]).flatten().tolist()
    names = enumerate(tokenizer.tokenize(text))
    return {f"{name}_{at}": round(of_hidden[at], 2) for at, name in names}


sea, car = score("Fish live in the sea."), score("Fish live in the car.")
print(f"sea {sum(sea.values()):.1f}, car {sum(car.values()):.1f}")
assert sum(sea.values()) > sum(car.values()) + 1, f"{sea}, {car}"
