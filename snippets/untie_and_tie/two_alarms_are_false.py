"""Of BERT's tie Trainer and accelerate say three things. Trainer's missing keys and accelerate's “Removed shared tensor” are false alarms: loaded, the model is tied and right. “The model weights are not tied” is true: accelerate cannot load the file until you call `tie_weights()`."""

import logging
import tempfile

import torch
from accelerate import Accelerator, init_empty_weights, load_checkpoint_and_dispatch
from transformers import BertConfig, BertForMaskedLM, Trainer, TrainingArguments

scope = "library"
decides = "no more a word"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
ids = torch.tensor([2, 5, 7, 3])
_printed: list = []
_listener = logging.Handler()
_listener.emit = lambda record: _printed.append(record.getMessage())
for _library in ("transformers.trainer", "accelerate"):
    logging.getLogger(_library).addHandler(_listener)


def said():
    """Give the last line that the libraries said since the last time, to its set."""
    lines, _printed[:] = ["", *_printed], []
    return lines[-1].partition(" {")[0]


def fine(model, saved):
    """Whether it is tied, and gives the logits of the one that was saved."""
    words = model.bert.embeddings.word_embeddings.weight
    with torch.no_grad():
        ours, theirs = (one.eval()(ids[None])[0] for one in (model, saved))
    tied = model.cls.predictions.decoder.weight is words
    return {"tied": tied, "right": torch.allclose(ours, theirs, atol=1e-5)}


_folder = tempfile.TemporaryDirectory()
_data = [{"input_ids": ids, "labels": ids}]
_arguments = TrainingArguments(
    _folder.name,
    max_steps=1,
    save_steps=1,
    report_to=[],
    use_cpu=True,
    disable_tqdm=True,
)
trained, resumed = BertForMaskedLM(config), BertForMaskedLM(config)
Trainer(trained, _arguments, train_dataset=_data).train()
said()
Trainer(resumed, _arguments, train_dataset=_data).train(
    resume_from_checkpoint=f"{_folder.name}/checkpoint-1"  # no step is left to do
)
trainer_says, trainer_is = said(), fine(resumed, trained)

Accelerator(cpu=True).save_model(trained, _folder.name)
accelerate_says = said()
config.save_pretrained(_folder.name)
accelerate_is = fine(BertForMaskedLM.from_pretrained(_folder.name), trained)

for _tie in (False, True):
    with init_empty_weights():
        empty = BertForMaskedLM(config)  # it makes each weight apart
    if _tie:
        empty.tie_weights()
    try:
        _one = load_checkpoint_and_dispatch(
            empty, f"{_folder.name}/model.safetensors", device_map={"": "cpu"}
        )
        then_it_is, then_says = fine(_one, trained), said()
    except NotImplementedError as _error:
        not_tied_says, stopped_by = said(), str(_error).partition(";")[0]

print(trainer_says, trainer_is)
print(accelerate_says, accelerate_is)
print(f"{not_tied_says} {stopped_by}")
print("tied first, no more a word:", not then_says, then_it_is)
_fine = {"tied": True, "right": True}
assert "missing keys in the checkpoint" in trainer_says, f"Trainer: {trainer_says}"
assert "Removed shared tensor" in accelerate_says, f"accelerate: {accelerate_says}"
assert "weights are not tied" in not_tied_says, f"accelerate: {not_tied_says}"
assert trainer_is == _fine, f"resumed it is {trainer_is}"
assert accelerate_is == _fine, f"saved by accelerate it is {accelerate_is}"
assert "Cannot copy out of meta tensor" in stopped_by, f"stopped by {stopped_by}"
assert then_it_is == _fine and not then_says, f"tied first: {then_it_is}, {then_says}"
