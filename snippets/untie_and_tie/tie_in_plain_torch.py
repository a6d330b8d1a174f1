"""In plain torch one assignment ties, and the tie outlasts `load_state_dict`, which fills the one Parameter. A file that names it once is enough, unless `strict` asks for both names."""

import io

import torch

scope = "library"


# The recipe
class Tiny(torch.nn.Module):
    """A language model with one matrix at both ends."""

    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Embedding(100, 16)
        self.mixer = torch.nn.GRU(16, 16)
        self.decoder = torch.nn.Linear(16, 100)
        self.decoder.weight = self.embedding.weight  # the tie: the same object

    def forward(self, input_ids):
        """Give logits."""
        return self.decoder(self.mixer(self.embedding(input_ids))[0])


# How to see that it works
def tied(model):
    """Ask for one Parameter, not for equal values."""
    return model.decoder.weight is model.embedding.weight


torch.manual_seed(0)
token_ids = torch.tensor([[2, 5, 7, 3]])
model = Tiny()
names_of_the_matrix = [
    name for name, tensor in model.state_dict().items() if tensor.shape == (100, 16)
]
times_in_parameters = sum(p is model.embedding.weight for p in model.parameters())
buffer = io.BytesIO()
torch.save(model.state_dict(), buffer)
both_names = torch.load(io.BytesIO(buffer.getvalue()), weights_only=True)
one_name = {k: t for k, t in both_names.items() if k != "decoder.weight"}
stored_once = (
    both_names["decoder.weight"].data_ptr() == both_names["embedding.weight"].data_ptr()
)

outcomes = []
for _file, _state in (("both names", both_names), ("one name", one_name)):
    for _strict in (True, False):
        fresh = Tiny()
        try:
            fresh.load_state_dict(_state, strict=_strict)
            _same = torch.equal(fresh(token_ids), model(token_ids))
            outcome = f"tied {tied(fresh)}, the same logits {_same}"
        except RuntimeError as error:
            outcome = "problem: " + str(error).splitlines()[-1].strip()
        outcomes.append({"file": _file, "strict": _strict, "outcome": outcome})

print("the matrix is named", *names_of_the_matrix)
print("the file stores it once:", stored_once)
for _row in outcomes:
    print(f"{_row['file']}, strict={_row['strict']}: {_row['outcome']}")
assert tied(model), "the assignment does not tie"
assert times_in_parameters == 1, f"parameters() has it {times_in_parameters} times"
assert names_of_the_matrix == ["embedding.weight", "decoder.weight"]
assert stored_once, "the file stores the matrix twice"
_fine = "tied True, the same logits True"
_refused = [row for row in outcomes if row["outcome"] != _fine]
assert [(row["file"], row["strict"]) for row in _refused] == [("one name", True)], (
    f"these do not load: {_refused}"
)
