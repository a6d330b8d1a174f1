"""Changes that only programs with models have: what two modules share is cut, the mask dropped, the weights replaced.

Each is a pattern of the syntax tree, and a helper that the changed program calls (`in_child`), because only there is
it known whether anything is shared, or masked, or read from a file.
"""

import ast
import re
from collections.abc import Iterator

from explainer.mutate.asserts import with_first
from explainer.mutate.operators import Change, Operator
from explainer.mutate.program import Program, call_name

HELPERS = "_mutate"  # what the changed program calls the helpers
PRELUDE = f"import explainer.mutate.in_child as {HELPERS}"
# Classes that score words: most of them with the matrix that the words are looked up in.
SCORES_WORDS = re.compile(r".*(ForMaskedLM|ForPreTraining|ForCausalLM|LMHeadModel|ForMaskedLMs?)")
# What a program does that looks at whether two are one: it compares places, changes values, trains, or saves.
MINDS_SHARING = re.compile(r" is (not )?\w|data_ptr|backward\(|_\(|\] = |save|parameters\(|state_dict\(|tie|\bid\(")
READS_A_FILE = frozenset({"from_pretrained", "load_file", "load", "get_tensor", "pipeline"})


def unshared(node: ast.AST, program: Program) -> Iterator[Change]:
    """A copy of the shared matrix in the output's place, right after the model is made."""
    if not isinstance(node, ast.Call) or not MINDS_SHARING.search(program.source):
        return
    function = node.func
    made_by = function.value if isinstance(function, ast.Attribute) and function.attr.startswith("from_") else function
    if isinstance(made_by, ast.Name | ast.Attribute) and SCORES_WORDS.fullmatch(ast.unparse(made_by).split(".")[-1]):
        yield "input and output no longer share their matrix", _helper("unshared", node)


def unmasked(node: ast.AST, _program: Program) -> Iterator[Change]:
    """Ones in place of the mask that a model is given."""
    match node:
        case ast.keyword(arg="attention_mask", value=value):
            yield "the attention mask full of ones", ast.keyword("attention_mask", _helper("ones", value))
        case ast.keyword(arg=None, value=value) if isinstance(value, ast.Name):
            yield "the attention mask full of ones", ast.keyword(None, _helper("unmasked", value))


def _helper(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(ast.Name(HELPERS, ast.Load()), name, ast.Load()), list(args), [])


def fresh(node: ast.AST, program: Program) -> Iterator[Change]:
    """Fresh weights wherever a file is read."""
    if node is program.tree and any(map(_reads_weights, program.nodes)):
        yield FRESH, with_first(program.tree, f"{HELPERS}.fresh_weights()")


def shuffled(node: ast.AST, program: Program) -> Iterator[Change]:
    """The numbers of a log in another order."""
    if node is program.tree and any(_reads_json(one) for one in program.nodes):
        yield SHUFFLED, with_first(program.tree, f"{HELPERS}.shuffled_logs()")


FRESH = "fresh weights in place of the file's"
SHUFFLED = "the log's numbers in another order"


def _reads_weights(node: ast.AST) -> bool:
    if call_name(node) == "from_pretrained" and isinstance(node, ast.Call):
        return not re.match(r"\w*(Tokenizer|Config)", ast.unparse(node.func))
    return call_name(node) in READS_A_FILE


def _reads_json(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in {"json.loads", "json.load"}


MODELS: dict[str, Operator] = {"sharing": unshared, "mask": unmasked, "weights": fresh, "log": shuffled}
