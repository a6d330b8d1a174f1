"""Every parameter is float32."""

from transformers import BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

model = BertModel.from_pretrained(minilm)
kinds = sorted({str(one.dtype) for one in model.parameters()})

print(kinds)
assert kinds == ["torch.float32"]
