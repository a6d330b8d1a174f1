"""XLNet and RWKV continue a left-padded text differently than the text by itself: XLNet's `generate` drops the mask, and RWKV never uses it. This holds for more than half of five fresh models of each, in float32. Call XLNet yourself with the mask, and it gives a left-padded text the scores that it gives it alone. RWKV gives the same scores with the mask and without. Five GPT-2s continue both alike."""

import torch
from transformers import AutoConfig, AutoModelForCausalLM, logging

scope = "library"
decides = "xlnet"

logging.set_verbosity_error()  # XLNet names no longest text, and says so
_settings = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2}
_settings |= {"num_attention_heads": 2, "initializer_range": 0.2}
_settings |= {"d_inner": 64, "d_head": 16, "bos_token_id": None, "eos_token_id": None}
models, changed, same_scores, reads_the_mask = 5, {}, {}, {}
for model_type in ("gpt2", "xlnet", "rwkv"):
    changed[model_type] = same_scores[model_type] = reads_the_mask[model_type] = 0
    for seed in range(models):
        torch.manual_seed(seed)
        config = AutoConfig.for_model(model_type, **_settings)
        model = AutoModelForCausalLM.from_config(config).eval()
        text = torch.randint(1, 100, (1, 5))
        model.to(text.device)  # XLNet creates its attention on the CPU
        padded = torch.cat([torch.zeros_like(text), text], dim=1)
        alone, left = (
            model.generate(ids, attention_mask=(ids != 0).long(), max_new_tokens=6)
            for ids in (text, padded)
        )
        changed[model_type] += not alone[0, -6:].equal(left[0, -6:])
        with torch.no_grad():
            _alone = model(text).logits
            _masked = model(padded, attention_mask=(padded != 0).long()).logits[:, 5:]
            _bare = model(padded).logits[:, 5:]
        same_scores[model_type] += torch.allclose(_masked, _alone, atol=1e-4)
        reads_the_mask[model_type] += not torch.allclose(_masked, _bare, atol=1e-4)

for model_type, count in changed.items():
    print(f"{model_type}: {count} of {models} continue the padded text otherwise;")
    print(f"  called with the mask {same_scores[model_type]} give its own scores,")
    print(f"  in {reads_the_mask[model_type]} the mask makes a difference")
assert changed["gpt2"] == 0, changed
assert min(changed["xlnet"], changed["rwkv"]) > models / 2, changed
assert (same_scores["xlnet"], same_scores["rwkv"]) == (models, 0), same_scores
assert list(reads_the_mask.values()) == [models, models, 0], reads_the_mask
