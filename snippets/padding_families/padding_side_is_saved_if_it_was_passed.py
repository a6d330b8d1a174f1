"""Choose the side when you load GPT-2's or Llama's tokenizer, `from_pretrained(folder, padding_side="left")`: then the side is saved with the tokenizer. So is a side that you pass to the constructor. One that you set later is lost when you save and load the tokenizer, unless a side was passed or stored before, or the tokenizer's last call padded on that side."""

import tempfile

from transformers import GPT2Tokenizer, LlamaTokenizer

scope = "library"
decides = "  set, then saved"

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
    new, used, before, after, collated, untouched = (
        make(vocab=vocabulary, **_pad) for _ in range(6)
    )
    _own = new.padding_side
    _side = "left" if _own == "right" else "right"
    stored = saved_and_loaded(make(vocab=vocabulary, padding_side=_own, **_pad))
    before(texts, padding=True)
    for _tokenizer in (new, used, before, after, collated, stored):
        _tokenizer.padding_side = _side
    used(texts, padding=True)
    after(texts, padding=True)
    after(texts)
    collated.pad([collated(text) for text in texts])  # as a collator does
    _tokenizers = {
        "set, then saved": new,
        "padded, then set, then saved": before,
        "set, padded by a collator, then saved": collated,
        "set, padded, called without padding, then saved": after,
        "set, padded, then saved": used,
        "set, but a side was stored in its files, then saved": stored,
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
    assert list(cases.values()) == [False] * 4 + [True] * 4, f"{name}: {cases}"
