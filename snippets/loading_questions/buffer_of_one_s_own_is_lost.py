"""A buffer that a class of one's own fills in `__init__` and does not save is lost in `from_pretrained`, without a word, unless `_init_weights` fills it too."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
length = 1_000_000  # long enough for fresh memory


class WithTable(BertModel):
    """With a buffer that is computed, not saved."""

    def __init__(self, config, **options):
        super().__init__(config, **options)
        table = torch.arange(1, length + 1)
        self.register_buffer("table", table, persistent=False)


class WithTableFilledAgain(WithTable):
    """The same, and the buffer is computed again after loading."""

    def _init_weights(self, module):
        super()._init_weights(module)
        if hasattr(module, "table"):
            with torch.no_grad():
                module.table.copy_(torch.arange(1, length + 1))


records = []
handler = logging.Handler()
handler.emit = records.append
logger = logging.getLogger("transformers")
logger.addHandler(handler)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(BertModel(config).state_dict(), Path(_folder, "pytorch_model.bin"))
    plain = WithTable.from_pretrained(_folder)
    mended = WithTableFilledAgain.from_pretrained(_folder)
_made = torch.arange(1, length + 1)
buffer_is_lost = not torch.equal(plain.table, _made)
mended_is_kept = torch.equal(mended.table, _made)
lines_said = len([r for r in records if r.levelno >= logging.WARNING])

print("the buffer is lost:", buffer_is_lost)
print("kept, with `_init_weights`:", mended_is_kept)
print("warnings:", lines_said)
assert mended_is_kept, "lost although `_init_weights` fills it"
assert not lines_said, f"{lines_said} warnings"
assert buffer_is_lost, "the buffer is as `__init__` made it"
