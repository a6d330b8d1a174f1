"""Among all rows, the one most like `king` besides itself is another word for a ruler."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
weight = model.embeddings.word_embeddings.weight
king = weight[tokenizer.convert_tokens_to_ids("king")]
cosines = (weight @ king) / (weight.norm(dim=1) * king.norm())
nearest = tokenizer.convert_ids_to_tokens(cosines.topk(4).indices.tolist())

print(nearest)
assert nearest[0] == "king"
