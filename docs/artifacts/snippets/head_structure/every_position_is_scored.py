"""The MLM head scores every position, masked or not, each from its own vector; the loss counts only positions that have a label."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

checkpoint = "checkpoints/pydoc-bert"
needs = ("bert", "mlm_head")

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = BertForMaskedLM.from_pretrained(checkpoint).eval()
inputs = tokenizer("return the [MASK] of the file .", return_tensors="pt")
ids = inputs["input_ids"]
masked = ids[0].tolist().index(tokenizer.mask_token_id)
answer = tokenizer.convert_tokens_to_ids("name")

labels = torch.full_like(ids, -100)  # -100: this position does not count
labels[0, masked] = answer
with torch.no_grad():
    vectors = model.bert(**inputs).last_hidden_state
    output = model(**inputs, labels=labels)
    one_vector_alone = model.cls(vectors[:, masked])
logits_shape = list(output.logits.shape)
loss = output.loss.item()
loss_by_hand = -output.logits[0, masked].log_softmax(-1)[answer].item()
one_position_alone_agrees = torch.allclose(
    one_vector_alone[0], output.logits[0, masked], atol=1e-4
)

print("tokens:", ids.shape[1], " logits:", logits_shape)
print("the head on one vector alone gives the same:", one_position_alone_agrees)
print(f"loss {loss:.4f}, by hand from the one labelled position {loss_by_hand:.4f}")
assert logits_shape == [1, ids.shape[1], model.config.vocab_size]
assert one_position_alone_agrees
assert abs(loss - loss_by_hand) < 1e-4
