"""The NSP head is one linear layer on the pooler's output, two scores for a pair of texts; score 0 means “the second follows the first”."""

import torch
from transformers import AutoTokenizer, BertForPreTraining

checkpoint = "checkpoints/pydoc-bert"
needs = ("bert", "nsp_head")

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = BertForPreTraining.from_pretrained(checkpoint).eval()
head = model.cls.seq_relationship
first = "open the file for reading. the name is a string."
follows = "if the file does not exist, an error is raised."
elsewhere = "the tensor has one row for each token in the vocabulary."


def scores(second):
    inputs = tokenizer(first, second, return_tensors="pt")
    with torch.no_grad():
        pooled = model.bert(**inputs).pooler_output
        logits = model(**inputs).seq_relationship_logits
    return logits[0], pooled[0] @ head.weight.T + head.bias


next_logits, next_by_hand = scores(follows)
other_logits, other_by_hand = scores(elsewhere)
by_hand_agrees = torch.allclose(
    torch.stack([next_by_hand, other_by_hand]),
    torch.stack([next_logits, other_logits]),
    atol=1e-5,
)
p_follows = next_logits.softmax(-1)[0].item()
p_elsewhere = other_logits.softmax(-1)[0].item()

print("weight:", tuple(head.weight.shape), "bias:", tuple(head.bias.shape))
print("one linear layer on the pooler, done by hand, agrees:", by_hand_agrees)
print(f"probability of “is next”, for a text that follows: {p_follows:.3f}")
print(f"probability of “is next”, for one from elsewhere:  {p_elsewhere:.3f}")
assert head.weight.shape == (2, model.config.hidden_size)
assert by_hand_agrees
assert p_follows > p_elsewhere + 0.2
