"""Two copies, one flag and a save untie a trained BERT for good: at the next load nothing is missing, the logits are the tied model's, and the decoder is trained while the embedding is frozen."""

import tempfile

import torch
from safetensors import safe_open
from transformers import BertForMaskedLM, logging

checkpoint = "checkpoints/pydoc-bert"
needs = ("bert", "mlm_head")

logging.set_verbosity_error()  # the load report has a page of its own
token_ids = torch.tensor([[2, 5, 7, 3]])  # yours
model = BertForMaskedLM.from_pretrained(checkpoint).eval()
tied_logits = model(token_ids)[0]

# The recipe
head = model.cls.predictions
head.decoder.weight = torch.nn.Parameter(head.decoder.weight.detach().clone())
head.decoder.bias = torch.nn.Parameter(head.decoder.bias.detach().clone())
model.config.tie_word_embeddings = False
_folder = tempfile.TemporaryDirectory()  # yours: an empty folder
model.save_pretrained(_folder.name)

# How to see that it worked
loaded, _report = BertForMaskedLM.from_pretrained(
    _folder.name, output_loading_info=True
)
with safe_open(f"{_folder.name}/model.safetensors", "pt") as _file:
    names_in_the_file = sorted(
        key for key in _file.keys() if key.startswith("cls.predictions.")
    )
_folder.cleanup()
missing = sorted(_report["missing_keys"])
same_logits = torch.allclose(loaded.eval()(token_ids)[0], tied_logits, atol=1e-5)
words, head = loaded.bert.embeddings.word_embeddings, loaded.cls.predictions
two_matrices = head.decoder.weight is not words.weight
two_biases = head.decoder.bias is not head.bias
words.weight.requires_grad_(False)  # freezes the embedding, and that alone now
before = words.weight.clone(), head.decoder.weight.detach().clone()
optimizer = torch.optim.SGD(
    [parameter for parameter in loaded.parameters() if parameter.requires_grad], lr=1.0
)
loaded(token_ids, labels=token_ids)[0].backward()
optimizer.step()
embedding_moved = not torch.equal(words.weight, before[0])
decoder_moved = not torch.equal(head.decoder.weight, before[1])

print("in the file:", *names_in_the_file, sep="\n  ")
print(f"two matrices: {two_matrices}; two biases: {two_biases}; missing: {missing}")
print("the same logits as tied:", same_logits)
print(f"after a step: embedding moved {embedding_moved}, decoder moved {decoder_moved}")
assert missing == [], f"missing at the next load: {missing}"
assert two_matrices, "the matrices are one again"
assert two_biases, "the biases are one again"
assert same_logits, "the reloaded model gives other logits"
assert "cls.predictions.decoder.bias" in names_in_the_file, "the file lacks the bias"
assert decoder_moved and not embedding_moved, "the two are not trained apart"
