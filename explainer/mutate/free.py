"""What a program chooses freely, so that a change of it is none that a claim should notice: sizes, seeds, how often."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FREE_CALLS = _words(
    """manual_seed seed Random Generator rand randn randint randperm normal normal_ uniform_ zeros ones empty full
    arange range round where masked_fill fill_ constant_ full_like resize_token_embeddings item new_full
     format sleep topk print enumerate linspace allclose isclose quantile clip_grad_norm_ device
    from_dict dict"""
)
FREE_WORDS = re.compile(
    r"(?i).*(size|num_|_prob|max_|min_|dropout|seed|step|epoch|layers|heads|length|batch|hidden|vocab|_dim$|width|"
    r"^lr$|rate|std|mean$|tol$|eps|decimals|timeout|indent|rank|alpha|limit|port$|digits).*"
)
FREE_FLAGS = _words(
    """keepdim requires_grad return_dict output_loading_info output_hidden_states output_attentions strict exist_ok
    missing_ok capture_output check text local_files_only use_cache verbose weights_only flush safe_serialization
    inplace ensure_ascii return_attention_mask add_special_tokens sort_keys dtype low_cpu_mem_usage retain_graph
    batch_first return_offsets_mapping trust_remote_code"""
)
NEEDED_WORDS = _words(
    """attention_mask labels inputs_embeds input_ids end sep key default file config state_dict encoding metadata
    token_type_ids
    weight_decay count dim"""
)
CHANGES_IN_PLACE = re.compile(r"\.step\(\)|\.(copy|add|mul|zero|fill)_\(|\[[^\]]*\] [-+*/]?= |data_ptr| is ")

# Where things start from, and what the rest cannot do without.
STARTING = frozenset({"__init__", "requires_grad_", "mkdir", "append", "add", "update"})
