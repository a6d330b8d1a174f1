"""A `padding_side` that you set on GPT-2's or Llama's tokenizer is lost when you save and load it, unless the tokenizer has padded a batch before. Passed to the constructor or to `from_pretrained`, it is saved."""

import tempfile

from transformers import GPT2Tokenizer, LlamaTokenizer

scope = "library"
decides = "set, then saved"

texts = ["the file", "the number of bytes in the file"]
_letters = sorted(set("".join(texts)) - {" "})
_gpt2 = {token: i for i, token in enumerate(["[PAD]", "Ġ", *_letters])}
_llama = {token: i for i, token in enumerate(["[PAD]", "▁", *_letters])}
_pad = {"pad_token": "[PAD]"}


def saved_and_loaded(tokenizer, **settings):
    with tempfile.TemporaryDirectory() as folder:
        tokenizer.save_pretrained(folder)
        return type(tokenizer).from_pretrained(folder, **settings)


kept = {}
for make, vocabulary in ((GPT2Tokenizer, _gpt2), (LlamaTokenizer, _llama)):
    new, used, untouched = (make(vocab=vocabulary, **_pad) for _ in range(3))
    _side = "left" if new.padding_side == "right" else "right"  # not the class's own
    new.padding_side = used.padding_side = _side
    used(texts, padding=True)
    _tokenizers = {
        "set, then saved": new,
        "set, then used to pad, then saved": used,
        "passed to the constructor": make(vocab=vocabulary, padding_side=_side, **_pad),
        "passed to from_pretrained": saved_and_loaded(untouched, padding_side=_side),
    }
    kept[make.__name__] = {
        case: saved_and_loaded(tokenizer).padding_side == _side
        for case, tokenizer in _tokenizers.items()
    }

gpt2_side = GPT2Tokenizer(vocab=_gpt2).padding_side
llama_side = LlamaTokenizer(vocab=_llama).padding_side
print(f"the classes' own: {gpt2_side}, {llama_side}")
print("a padding side other than the class's own is there after loading")
for case in kept["GPT2Tokenizer"]:
    print(f"  {case}:", {name: cases[case] for name, cases in kept.items()})
for name, cases in kept.items():
    assert list(cases.values()) == [False, True, True, True], f"{name}: {cases}"
