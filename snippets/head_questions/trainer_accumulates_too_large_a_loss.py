"""To accumulate gradients in `Trainer`, set `model.accepts_loss_kwargs = False` on a masked-LM BERT: without it four accumulated batches give four times the gradient. Compared with one batch of all four, by one step of plain SGD without clipping; the logged loss is four times as large, too. `Trainer` takes the `**kwargs` of `BertForMaskedLM.forward` for a promise to divide by the number of labels, and the class does not keep it. A class that scores the labelled positions alone and sets the attribute is right. All texts have the same number of labels; one process."""

import tempfile

import accelerate  # noqa: F401, because Trainer needs it
import torch
from transformers import BertConfig, BertForMaskedLM
from transformers.utils import import_utils

scope = "library"
needs_cpu = "its Trainer has use_cpu=True"
decides = "as it is"

# Where transformers was imported before accelerate could be, it must look again.
import_utils.is_accelerate_available.cache_clear()

_sizes = {"vocab_size": 100, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 32}
_sizes |= {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}


class LabelledAlone(BertForMaskedLM):
    """Scores the labelled positions alone."""

    accepts_loss_kwargs = False  # Trainer divides when it accumulates gradients

    def forward(self, input_ids, attention_mask=None, token_type_ids=None, labels=None):
        """Return the loss or, without labels, all scores; Trainer reads the names."""
        inputs = input_ids, attention_mask, token_type_ids
        if labels is None:
            return super().forward(*inputs)
        vectors = self.bert(*inputs)[0]
        labelled = self.cls(vectors[labels != -100]), labels[labels != -100]
        return {"loss": torch.nn.functional.cross_entropy(*labelled)}


torch.manual_seed(0)
_ids = torch.randint(5, 100, (8, 12))
_labels = torch.full_like(_ids, -100)
_labels[:, 2:9:3] = _ids[:, 2:9:3]
_texts = [
    {"input_ids": ids, "labels": labels}
    for ids, labels in zip(_ids, _labels, strict=True)
]


def train(class_, batches, accepts=None):
    """Take one step on the eight texts; return its length and the logged loss."""
    from transformers import Trainer, TrainingArguments  # needs accelerate
    from transformers.trainer_callback import PrinterCallback

    torch.manual_seed(1)
    model = class_(BertConfig.from_dict(_sizes))
    if accepts is not None:
        model.accepts_loss_kwargs = accepts
    start = torch.nn.utils.parameters_to_vector(model.parameters()).detach().clone()
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            folder,
            per_device_train_batch_size=8 // batches,
            gradient_accumulation_steps=batches,
            max_steps=1,
            learning_rate=0.1,
            lr_scheduler_type="constant",
            optim="sgd",
            max_grad_norm=0.0,
            logging_steps=1,
            save_strategy="no",
            report_to="none",
            disable_tqdm=True,
            use_cpu=True,
            dataloader_pin_memory=False,
        )
        trainer = Trainer(model, arguments, train_dataset=_texts)
        trainer.remove_callback(PrinterCallback)  # it prints times
        trainer.train()
    end = torch.nn.utils.parameters_to_vector(model.parameters()).detach()
    return (end - start).norm().item(), trainer.state.log_history[0]["loss"]


_one_batch = train(BertForMaskedLM, 1)
_of_four = {
    "as it is": train(BertForMaskedLM, 4),
    "accepts_loss_kwargs = False": train(BertForMaskedLM, 4, accepts=False),
    "LabelledAlone": train(LabelledAlone, 4),
}
times_as_long, times_the_loss = {}, {}
for _way, (_step, _loss) in _of_four.items():
    times_as_long[_way] = round(_step / _one_batch[0], 2)
    times_the_loss[_way] = round(_loss / _one_batch[1], 2)

print("four batches beside one batch of the same texts:")
for _way, _times in times_as_long.items():
    print(f"  {_way}: step × {_times}, logged loss × {times_the_loss[_way]}")
_expected = dict(zip(_of_four, (4.0, 1.0, 1.0), strict=True))
for _times in (times_as_long, times_the_loss):
    for _way, _wanted in _expected.items():
        assert abs(_times[_way] - _wanted) < 0.02, f"{_way}: {_times[_way]} times"
