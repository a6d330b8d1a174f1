"""To train a tied BERT's head and leave its encoder as it is, freeze the shared matrix as well. Then the head's dense layer, LayerNorm and bias train, and the encoder's vectors keep every bit. With all but the head frozen, the embedding trains with the decoder, so the encoder gives other vectors."""

import copy
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "matrix frozen too: encoder's"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
start = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
token_ids = torch.tensor([[2, 5, 11, 7, 13, 3]])


def freeze_all_but_the_head(model):
    """Do what it says; the decoder's matrix is part of the head."""
    model.requires_grad_(False)
    model.cls.requires_grad_(True)


# The recipe
def freeze_the_matrix_too(model):
    """Leave the head's dense layer, LayerNorm and bias to train."""
    freeze_all_but_the_head(model)
    model.get_input_embeddings().weight.requires_grad_(False)


def trained(freeze):
    """Freeze a copy and train it for a step; say whether its loss fell."""
    model = copy.deepcopy(start)
    freeze(model)
    trains = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trains, lr=0.01)
    loss = model(token_ids, labels=token_ids).loss
    loss.backward()
    optimizer.step()
    return model, (model(token_ids, labels=token_ids).loss < loss).item()


def same_vectors(model):
    """Compare the encoder's vectors before and after, bit by bit."""
    return torch.equal(model.bert(token_ids)[0], start.bert(token_ids)[0])


head_trained, head_learned = trained(freeze_all_but_the_head)
spared, spared_learned = trained(freeze_the_matrix_too)
head_keeps_vectors = same_vectors(head_trained)
spared_keeps_vectors = same_vectors(spared)
trains = [name for name, p in spared.named_parameters() if p.requires_grad]
with tempfile.TemporaryDirectory() as _folder:
    spared.save_pretrained(_folder)
    loaded = BertForMaskedLM.from_pretrained(_folder).eval()
same_loaded = torch.allclose(loaded(token_ids)[0], spared(token_ids)[0], atol=1e-5)

print("all but the head frozen: encoder's vectors unchanged:", head_keeps_vectors)
print("matrix frozen too: encoder's vectors unchanged:", spared_keeps_vectors)
print("what trains then:", *trains)
print("the loss fell:", spared_learned, "and saved and loaded the same:", same_loaded)
assert head_learned and not head_keeps_vectors
assert spared_learned and spared_keeps_vectors
assert same_loaded
