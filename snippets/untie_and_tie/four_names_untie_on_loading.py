"""A file with a separate tensor (a clone) for each name of matrix and bias loads untied under `tie_word_embeddings=False`, and nothing is lost. This also holds when the model is saved and loaded again. Seen on a BERT."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "two matrices, and two biases"

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
tied = BertForMaskedLM(config).eval()
for _parameter in tied.parameters():
    torch.nn.init.normal_(_parameter, std=0.1)  # stands for learned values

# The recipe: a state dict has both names of each; now each has its own tensor
state = {key: tensor.clone() for key, tensor in tied.state_dict().items()}
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(state, Path(_folder, "pytorch_model.bin"))
    model = BertForMaskedLM.from_pretrained(_folder, tie_word_embeddings=False)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    again = BertForMaskedLM.from_pretrained(_folder).eval()


# How to see that it worked
def two_of_each(model):
    """Ask for two Parameters, not for other values: of the matrix, and of the bias.

    Releases before 5 make the biases one whatever the file and the flag say.
    """
    words, head = model.bert.embeddings.word_embeddings, model.cls.predictions
    return [head.decoder.weight is not words.weight, head.decoder.bias is not head.bias]


tied_at_first = two_of_each(tied) == [False, False]
two_when_loaded, two_when_saved = two_of_each(model), two_of_each(again)
_token_ids = torch.tensor([[2, 5, 7, 3]])
_tied_logits = tied(_token_ids)[0]
same_logits = torch.allclose(model.eval()(_token_ids)[0], _tied_logits, atol=1e-5)
same_when_saved = torch.allclose(again(_token_ids)[0], _tied_logits, atol=1e-5)

print("two matrices, and two biases:", two_when_loaded)
print("and when saved and loaded again:", two_when_saved)
print("the same logits as the tied model's:", same_logits)
print("and when saved and loaded again:", same_when_saved)
assert tied_at_first, "the model to untie is not tied"
assert two_when_loaded[0], "the matrices are one"
assert two_when_saved[0], "saved and loaded again, the matrices are one"
assert same_logits, "the untied model gives other logits"
assert same_when_saved, "saved and loaded again, the logits are others"
