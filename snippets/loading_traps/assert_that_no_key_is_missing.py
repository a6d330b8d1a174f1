"""Assert that no key is missing when you load: then a file without the head stops the program. This sees no wrong configuration, no wrong family and no older file in the folder; `load_completely` sees the first two."""

import tempfile

from transformers import BertConfig, BertForMaskedLM, BertModel

scope = "library"


# --8<-- [start:lesson]
def load(model_class, folder):
    model, report = model_class.from_pretrained(folder, output_loading_info=True)
    assert not report["missing_keys"], f"missing: {sorted(report['missing_keys'])}"
    return model


with tempfile.TemporaryDirectory() as folder:
    BertModel(BertConfig(num_hidden_layers=1)).save_pretrained(folder)
    encoder = load(BertModel, folder)  # its own class: nothing is missing
    try:
        outcome = type(load(BertForMaskedLM, folder)).__name__
    except AssertionError as error:
        outcome = str(error)
print("BertForMaskedLM from a BertModel's file:", outcome)
# --8<-- [end:lesson]

assert isinstance(encoder, BertModel)
assert outcome.startswith("missing: ['cls.predictions"), outcome
