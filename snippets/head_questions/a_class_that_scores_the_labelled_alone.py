"""A subclass of `BertForMaskedLM` can score only the labelled positions, and its loss equals that of `BertForMaskedLM`. In float32, up to rounding, in one process, called by yourself. In `Trainer` with gradient accumulation the two train differently. With labels it returns no logits; without labels it scores every position. `Trainer` drops each column of the data that `forward` does not name."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"


class LabelledAlone(BertForMaskedLM):
    """Scores the labelled positions alone."""

    accepts_loss_kwargs = False  # Trainer divides when it accumulates gradients

    def forward(self, input_ids, attention_mask=None, token_type_ids=None, labels=None):
        """Return the loss or, without labels, all scores; Trainer reads the names."""
        inputs = input_ids, attention_mask, token_type_ids
        if labels is None:
            return super().forward(*inputs)
        vectors = self.bert(*inputs)[0]
        labelled = self.cls(vectors[labels != -100]), labels[labels != -100]
        return {"loss": torch.nn.functional.cross_entropy(*labelled)}


torch.manual_seed(0)
model = LabelledAlone(BertConfig(num_hidden_layers=2)).eval()
ids, labels = torch.tensor([[2, 7, 4, 3], [-100, 7, 8, -100]]).split(1)
loss = model(ids, labels=labels)["loss"]
own = BertForMaskedLM.forward(model, ids, labels=labels)["loss"]
assert loss.isclose(own) and model(ids).logits.shape[1] == 4, f"{loss} and {own}"
print(f"loss of the labelled alone {loss:.3f}, the model's own {own:.3f}")
