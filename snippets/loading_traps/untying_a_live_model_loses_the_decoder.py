"""`config.tie_word_embeddings = False` on a model in memory unties nothing. Saved and loaded, it has a random decoder and lost its bias."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_token_ids)[0].detach()
head = model.cls.predictions


def reloaded():
    """The model, saved and loaded: whether decoder and bias are back."""
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        one, report = BertForMaskedLM.from_pretrained(folder, output_loading_info=True)
    new = one.eval().cls.predictions
    with torch.no_grad():
        hidden = new.transform(one.bert(_token_ids)[0])
        added = one(_token_ids)[0] - hidden @ new.decoder.weight.T
    return {
        "decoder": torch.equal(new.decoder.weight, head.decoder.weight),
        "bias": torch.allclose(added, head.bias.expand_as(added), atol=1e-4),
        "missing": sorted(report["missing_keys"]),
    }


tied = reloaded()
model.config.tie_word_embeddings = False
still_one = head.decoder.weight is model.bert.embeddings.word_embeddings.weight
bias_alias = head.decoder.bias is head.bias
same_logits = torch.allclose(model(_token_ids)[0], _before, atol=1e-5)
untied = reloaded()

row = [
    {
        "operation": "`config.tie_word_embeddings = False`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "problem: changed",
        "after saving and loading": "problem: "
        + ("decoder kept" if untied["decoder"] else "decoder random")
        + (", bias kept" if untied["bias"] else ", bias lost"),
        "do": "to untie, copy matrix and bias, too",
    }
]
trap = [
    {
        "you do": "set `tie_word_embeddings = False` on a live model, and save it",
        "what happens": "note: it stays tied; the next load: MISSING, random decoder",
        "do instead": "copy matrix and bias first",
    }
]
print("saved and loaded while it says tied:", tied)
print("set to False, still one Parameter:", still_one)
print("saved and loaded then:", untied)
assert still_one, "setting it unties the matrix of the live model"
assert bias_alias, "setting it unties the bias of the live model"
assert same_logits, "setting it changes the logits"
assert tied == {"decoder": True, "bias": True, "missing": []}, f"tied: {tied}"
assert not untied["decoder"], "the decoder comes back as it was"
assert not untied["bias"], "the decoder is random, but its bias comes back"
_lost = [f"cls.predictions.decoder.{one}" for one in ("bias", "weight")]
assert untied["missing"] == _lost, f"reported as missing: {untied['missing']}"
