"""With one token hidden in each row, “Fish live in the sea” scores higher than “Fish live in the car”. This holds for all-MiniLM with the MLM head that we trained."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM

scope = "checkpoint"
decides = "sea"

# --8<-- [start:lesson]
tokenizer = AutoTokenizer.from_pretrained("minilm-mlm")
model = BertForMaskedLM.from_pretrained("minilm-mlm")


def score(text):
    ids = tokenizer(text, return_tensors="pt").input_ids[0]
    hidden = ids.new_ones(len(ids)).diag().bool()[1:-1]  # not [CLS], [SEP]
    rows = ids.masked_fill(hidden, tokenizer.mask_token_id)  # one in each row
    with torch.no_grad():
        vectors = model.bert(rows).last_hidden_state[hidden]  # of those alone
        log_probabilities = model.cls(vectors).log_softmax(-1)
    return log_probabilities.gather(1, ids[1:-1, None]).flatten()


in_sea, in_car = score("Fish live in the sea."), score("Fish live in the car.")
print(f"sea {in_sea.sum():.1f}, car {in_car.sum():.1f}")
# --8<-- [end:lesson]


def by_token(text, scores):
    names = enumerate(tokenizer.tokenize(text))
    return {f"{name}_{at}": round(scores[at].item(), 2) for at, name in names}


sea = by_token("Fish live in the sea.", in_sea)
car = by_token("Fish live in the car.", in_car)
assert sum(sea.values()) > sum(car.values()) + 1, f"{sea}, {car}"
