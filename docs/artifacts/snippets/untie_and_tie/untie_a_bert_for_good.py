"""Two copies, one flag and a save untie a BERT's matrices for good: at the next load nothing is missing and the logits are the tied model's; then the decoder is trained while the embedding is frozen, and a second save keeps that."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "two matrices:"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
token_ids = torch.tensor([[2, 5, 7, 3]])
model = BertForMaskedLM(config).eval()  # yours: BertForMaskedLM.from_pretrained(…)
for _parameter in model.parameters():
    torch.nn.init.normal_(_parameter, std=0.1)  # stands for learned values
tied_logits = model(token_ids)[0]
tied_at_first = (
    model.cls.predictions.decoder.weight is model.bert.embeddings.word_embeddings.weight
)
_folder = tempfile.TemporaryDirectory()  # yours: an empty folder

# The recipe
head = model.cls.predictions
head.decoder.weight = torch.nn.Parameter(head.decoder.weight.detach().clone())
head.decoder.bias = torch.nn.Parameter(head.decoder.bias.detach().clone())
model.config.tie_word_embeddings = False
model.save_pretrained(_folder.name)

# How to see that it worked
loaded, _report = BertForMaskedLM.from_pretrained(
    _folder.name, output_loading_info=True
)
missing = sorted(_report["missing_keys"])
same_logits = torch.allclose(loaded.eval()(token_ids)[0], tied_logits, atol=1e-5)
words, head = loaded.bert.embeddings.word_embeddings, loaded.cls.predictions
two_matrices = head.decoder.weight is not words.weight
two_biases = head.decoder.bias is not head.bias  # older releases make them one again
words.weight.requires_grad_(False)  # freezes the embedding, and that alone now
optimizer = torch.optim.SGD(
    [parameter for parameter in loaded.parameters() if parameter.requires_grad], lr=1.0
)
loaded(token_ids, labels=token_ids)[0].backward()
optimizer.step()
_words, _decoder = model.bert.embeddings.word_embeddings, model.cls.predictions.decoder
embedding_moved = not torch.equal(words.weight, _words.weight)  # since it was saved
decoder_moved = not torch.equal(head.decoder.weight, _decoder.weight)
loaded.save_pretrained(_folder.name)
_again = BertForMaskedLM.from_pretrained(_folder.name).eval()
same_when_trained = torch.allclose(_again(token_ids)[0], loaded(token_ids)[0])

print(f"two matrices: {two_matrices}; two biases: {two_biases}; missing: {missing}")
print("the same logits as tied:", same_logits)
print(f"after a step: embedding moved {embedding_moved}, decoder moved {decoder_moved}")
print("trained, saved and loaded again, the same logits:", same_when_trained)
assert tied_at_first, "the model to untie is not tied"
assert missing == [], f"missing at the next load: {missing}"
assert two_matrices, "the matrices are one again"
assert same_logits, "the reloaded model gives other logits"
assert decoder_moved, "the decoder is frozen, too"
assert not embedding_moved, "the embedding is trained, too"
assert same_when_trained, "trained, saved and loaded, the logits are others"
