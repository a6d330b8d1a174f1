"""A subclass of `BertForMaskedLM` can score the labelled positions alone, and its loss is the model's own. In float32, up to rounding, in one process. With labels it returns no logits; without labels it scores every position."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"


class LabelledAlone(BertForMaskedLM):
    """Scores the labelled positions alone."""

    def forward(self, input_ids, labels=None, **inputs):
        """Return the loss or, without labels, all scores."""
        if labels is None:
            return super().forward(input_ids, **inputs)
        vectors = self.bert(input_ids, **inputs)[0]
        labelled = self.cls(vectors[labels != -100]), labels[labels != -100]
        return {"loss": torch.nn.functional.cross_entropy(*labelled)}


torch.manual_seed(0)
model = LabelledAlone(BertConfig(num_hidden_layers=2)).eval()
ids, labels = torch.tensor([[2, 7, 4, 3], [-100, 7, 8, -100]]).split(1)
loss = model(ids, labels=labels)["loss"]
own = BertForMaskedLM.forward(model, ids, labels=labels)["loss"]
assert loss.isclose(own) and model(ids).logits.shape[1] == 4, f"{loss} and {own}"
print(f"loss of the labelled alone {loss:.3f}, the model's own {own:.3f}")
