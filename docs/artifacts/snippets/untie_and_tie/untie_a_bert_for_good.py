"""Two copies and one flag untie a BERT's matrices for good. Trained at once or after loading, with the embedding frozen, the decoder moves alone. With its bias copied into `predictions.bias` before each save, the next load has nothing missing, and the same logits."""

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


def save(model):
    """Save both names of the bias alike: a release may make them one when it loads."""
    head = model.cls.predictions
    with torch.no_grad():
        head.bias.copy_(head.decoder.bias)
    model.save_pretrained(_folder.name)


# How to see that it worked
def train(model):
    """One step of all but the embedding; whether embedding and decoder move."""
    words, decoder = (
        model.bert.embeddings.word_embeddings,
        model.cls.predictions.decoder,
    )
    before = [one.weight.detach().clone() for one in (words, decoder)]
    words.weight.requires_grad_(False)  # freezes the embedding, and that alone now
    trained = [one for one in model.parameters() if one.requires_grad]
    model(token_ids, labels=token_ids)[0].backward()
    torch.optim.SGD(trained, lr=1.0).step()
    pairs = zip(before, (words.weight, decoder.weight), strict=True)
    return [not torch.equal(*pair) for pair in pairs]


def reload(model):
    """Save and load."""
    save(model)
    loaded, report = BertForMaskedLM.from_pretrained(
        _folder.name, output_loading_info=True
    )
    return loaded.eval(), sorted(report["missing_keys"])


same_logits = torch.allclose(model(token_ids)[0], tied_logits, atol=1e-5)
loaded, missing = reload(model)
words, head = loaded.bert.embeddings.word_embeddings, loaded.cls.predictions
two_matrices = head.decoder.weight is not words.weight
two_biases = head.decoder.bias is not head.bias  # older releases make them one again
moved = [train(model)]
loaded, _ = reload(model)
same_when_trained = [torch.allclose(loaded(token_ids)[0], model(token_ids)[0])]
head = loaded.cls.predictions
alike = torch.equal(head.bias, head.decoder.bias)
moved.append(train(loaded))
again, _ = reload(loaded)
same_when_trained.append(torch.allclose(again(token_ids)[0], loaded(token_ids)[0]))

print(f"two matrices: {two_matrices}; two biases: {two_biases}; missing: {missing}")
print("untied, the same logits:", same_logits)
print("a step moves embedding and decoder, untied and when loaded:", *moved)
print("trained, saved and loaded, the same logits:", *same_when_trained)
assert tied_at_first, "the model to untie is not tied"
assert missing == [], f"missing at the next load: {missing}"
assert two_matrices, "the matrices are one again"
assert same_logits, "the untied model gives other logits"
assert moved == [[False, True], [False, True]], f"embedding, decoder: {moved}"
assert alike, "the file has two values of the bias"
assert all(same_when_trained), f"loaded, the same logits: {same_when_trained}"
