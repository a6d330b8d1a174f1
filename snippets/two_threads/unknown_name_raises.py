"""`from_pretrained` raises an error for a name that it cannot find: nobody gets a model that is none."""

import logging

from transformers import BertForMaskedLM

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"

logging.getLogger("transformers").setLevel(logging.CRITICAL)
returned, error = None, None
try:
    returned = BertForMaskedLM.from_pretrained("no-such-folder")
except (OSError, TypeError, ValueError) as raised:
    error = type(raised).__name__

print("raised:", error)
assert error, f"it returns {returned}"
