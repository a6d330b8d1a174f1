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
MODEL = re.compile(r"[A-Z]\w*(Model|For[A-Z]\w*)")
HAS_A_HEAD = re.compile(r"[A-Z]\w*For[A-Z]\w*")
SCORES_WORDS = re.compile(r".*(ForMaskedLM|ForPreTraining|ForCausalLM|LMHeadModel|ForMaskedLMs?)")
# What a program does that can tell one matrix from two equal ones: it compares places, or trains.
MINDS_SHARING = re.compile(r"\.weight is |is (not )?[\w.]+\.weight\b|data_ptr|\.step\(\)|\bid\(")
READS_A_FILE = frozenset({"from_pretrained", "load_file", "load", "get_tensor", "pipeline"})


def sharing(node: ast.AST, program: Program) -> Iterator[Change]:
    """Right after a model is made: a copy in place of a shared matrix, or one matrix where there are two."""
    if not isinstance(node, ast.Call) or not MINDS_SHARING.search(program.source):
        return
    function = node.func
    made_by = function.value if isinstance(function, ast.Attribute) and function.attr.startswith("from_") else function
    if not isinstance(made_by, ast.Name | ast.Attribute):
        return
    name = ast.unparse(made_by).split(".")[-1]
    if SCORES_WORDS.fullmatch(name) or ("data_ptr" in program.source and HAS_A_HEAD.fullmatch(name)):
        yield SHARING, _helper("sharing_turned_round", node)


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


def left_out(node: ast.AST, program: Program) -> Iterator[Change]:
    """Files that lack a tensor, for a program that looks at what is missing."""
    if node is program.tree and REPORTS.search(program.source) and any(map(_reads_weights, program.nodes)):
        yield LEFT_OUT, with_first(program.tree, f"{HELPERS}.files_with_a_gap()")


def shuffled(node: ast.AST, program: Program) -> Iterator[Change]:
    """The numbers of a log in another order."""
    if node is program.tree and LOG.search(program.source) and any(_reads_json(one) for one in program.nodes):
        yield SHUFFLED, with_first(program.tree, f"{HELPERS}.shuffled_logs()")


LOG = re.compile(r"""["'](checkpoints|experiments)/[^"']*\.json["']""")
REPORTS = re.compile(r"missing_keys|unexpected_keys|loading_info")
SHARING = "what it shares turned round"
LEFT_OUT = "a tensor left out of each file"
FRESH = "fresh weights in place of the file's"
SHUFFLED = "the log's numbers in another order"


def _reads_weights(node: ast.AST) -> bool:
    if call_name(node) == "from_pretrained" and isinstance(node, ast.Call):
        return not re.match(r"\w*(Tokenizer|Config)", ast.unparse(node.func))
    return call_name(node) in READS_A_FILE


def _reads_json(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in {"json.loads", "json.load"}


def other_class(node: ast.AST, program: Program) -> Iterator[Change]:
    """Another of the classes of models that the program uses."""
    up = program.parent.get(id(node))
    made = isinstance(up, ast.Call) and up.func is node
    made = made or (isinstance(up, ast.Attribute) and up.attr == "from_pretrained")
    if not (made and isinstance(node, ast.Name)):
        return
    used = dict.fromkeys(one.id for one in program.nodes if isinstance(one, ast.Name) and MODEL.fullmatch(one.id))
    own = dict.fromkeys(one.name for one in program.nodes if isinstance(one, ast.ClassDef) and _is_model(one))
    classes = [name for name in {**used, **own} if name != node.id]
    if classes and node.id in {**used, **own}:
        yield f"{node.id} → {classes[0]}", ast.Name(classes[0], ast.Load())


def _is_model(node: ast.ClassDef) -> bool:
    return any(MODEL.fullmatch(ast.unparse(base).split(".")[-1]) for base in node.bases)


WHOLE: dict[str, Operator] = {"weights": fresh, "file": left_out, "log": shuffled}  # of the program as one
MODELS: dict[str, Operator] = {**WHOLE, "sharing": sharing, "mask": unmasked, "class": other_class}
