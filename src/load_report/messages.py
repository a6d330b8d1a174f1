"""Read what is written about each message: a file in `messages/` is one message, its answers and what proves them.

Box, page and reply say these texts. An `Answer` is the same in `rules.yml`, where a group of keys decides. The build
refuses an answer without proof, a claim that does not exist, and an answer that hedges or takes too long.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from explainer.inputs.entries import (
    ContentEntry,
    NonEmptyText,
    Struct,
    parse_entries,
    raise_if_any,
    read_each,
    unknown_names,
)
from explainer.inputs.text_files import read_yaml

MESSAGES_FOLDER = "src/load_report/messages"
NonEmptyTexts = Annotated[list[NonEmptyText], Meta(min_length=1)]
SqueezedPattern = Annotated[
    str, Meta(pattern=r"^(?!.*\\s)[\x00-\x7f]+$", description="a pattern with plain quotes and without white space")
]
Pill = Literal["error", "stop", "train", "unknown", "fine"]
# The one scale of the site, the worst first, with its words.
PILLS: dict[Pill, str] = {
    "error": "Error",
    "stop": "Stop",
    "train": "Train it",
    "unknown": "Cannot tell",
    "fine": "No problem",
}
Origin = Literal["any", "pretrained", "own"]
# Where the file comes from, as the box asks it.
ORIGINS: dict[Origin, str] = {"pretrained": "a pre-trained model", "own": "my own fine-tuned one"}
# The same, said to the reader of a page or of a reply.
WHOSE: dict[Origin, str] = {"pretrained": "a pre-trained model", "own": "your own fine-tuned one"}
Doing = Literal["loading", "saving", "training", "generating"]

MAX_ANSWER_WORDS, MAX_CODE_LINES, MAX_CODE_WIDTH, MAX_REPLY_WORDS, MAX_WHY_SENTENCES = 25, 10, 88, 60, 3
COMMONEST = 10
# Words that decide nothing, or that only this site's authors understand.
HEDGES = re.compile(
    r"\bit depends\b|\bdepends on (?:the|your|what|whether|where)\b|\bpossibly\b|\bperhaps\b|dropped on purpose|"
    r"alias, harmless|what loading stopped at|not enough to tell",
    re.IGNORECASE,
)
# The question is always “Is something wrong?”: no to these pills, yes to those.
SAYS_NO: tuple[Pill, ...] = ("fine", "train")
SENTENCE_END = re.compile(r"[.!?][”\"’)]*\s+(?=[A-Z`“])")
WORD = re.compile(r"\S*\w\S*")


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Hold what a message means for a file of one origin: a pill, one sentence that says yes or no, what to type."""

    origin: Origin = "any"
    pill: Pill
    answer: NonEmptyText
    code: str = ""  # {class}, {lm_class}, {keys} and {path} are filled in from the message
    proof: NonEmptyTexts  # the claims that show it


class Why(Struct, frozen=True, kw_only=True):
    """Hold why a message is printed."""

    text: NonEmptyText
    proof: NonEmptyTexts


class Message(ContentEntry, frozen=True, kw_only=True, omit_defaults=True):
    """Hold one message. The box finds it by its words, or by the rules that answer its keys."""

    title: NonEmptyText  # the message as it is printed and searched, shortened with “…”
    doing: Doing  # what one was doing when it came
    rank: Annotated[int, Meta(ge=1, le=COMMONEST)] | None = None  # of the commonest
    answers: Annotated[tuple[Answer, ...], Meta(min_length=1, max_length=2)]
    why: Why
    lists_keys: bool = False  # its keys decide, where the text has them
    match: tuple[SqueezedPattern, ...] = ()  # patterns of the text without white space; its own blanks do not count
    variants: tuple[NonEmptyText, ...] = ()  # its wording in other releases, libraries and consoles
    printed: tuple[NonEmptyText, ...] = ()  # patterns that find it in a line of a recorded report
    more: tuple[NonEmptyText, ...] = ()  # further claims about it
    sources: tuple[NonEmptyText, ...] = ()  # threads and pages elsewhere

    @property
    def slug(self) -> str:
        """Return the last part of its page's address."""
        return self.name.replace("_", "-")

    @property
    def claims(self) -> tuple[str, ...]:
        """Return all claims that it is based on, each once."""
        proofs = chain.from_iterable(answer.proof for answer in self.answers)
        return tuple(dict.fromkeys([*proofs, *self.why.proof, *self.more]))

    @property
    def pill(self) -> Pill:
        """Return the worse pill of its answers: the message's place on the scale."""
        return min((answer.pill for answer in self.answers), key=list(PILLS).index)


def read_messages(root: Path, snippets: set[str]) -> tuple[Message, ...]:
    """Return all messages by name. Raise UserError with a line for each mistake."""

    def read(path: Path) -> Message:
        file = str(path.relative_to(root))
        document = {path.stem: read_yaml(path, root)}
        (message,) = parse_entries(document, file, Message, lambda message: message_problems(message, snippets))
        return message

    messages = read_each(read, ((path,) for path in sorted((root / MESSAGES_FOLDER).glob("*.yml"))))
    ranks: dict[int, str] = {}
    raise_if_any(
        f"{MESSAGES_FOLDER}/{message.name}.yml:1: `rank` {message.rank} is {ranks[message.rank]}'s"
        for message in messages
        if message.rank and ranks.setdefault(message.rank, message.name) != message.name
    )
    return tuple(messages)


def message_problems(message: Message, snippets: set[str]) -> Iterator[str]:
    """Yield what is wrong with a message: names of claims that do not exist, and texts that no reader has time for."""
    yield from unknown_names("snippet", message.claims, snippets)
    yield from answers_problems(message.answers)
    if hedge := HEDGES.search(message.why.text):
        yield f"`why` says “{hedge[0]}”: say what is the case"
    if len(sentences(message.why.text)) > MAX_WHY_SENTENCES:
        yield f"`why` has more than {MAX_WHY_SENTENCES} sentences"


def answers_problems(answers: Sequence[Answer]) -> Iterator[str]:
    """Yield what is wrong with the answers to one message, or to one group of keys."""
    origins = [answer.origin for answer in answers]
    if origins not in (["any"], ["pretrained", "own"]):
        yield "`answers` must be one for any origin, or one for `pretrained` and then one for `own`"
    for answer in answers:
        yield from (f"`answer` “{answer.answer}” {problem}" for problem in _problems_of_sentence(answer))
        lines = answer.code.strip("\n").split("\n")
        if len(lines) > MAX_CODE_LINES:
            yield f"`code` has {len(lines)} lines: at most {MAX_CODE_LINES}"
        if max(map(len, lines)) > MAX_CODE_WIDTH:
            yield f"`code` has a line of more than {MAX_CODE_WIDTH} characters"
    if (count := count_words(" ".join(reply_sentences(answers)))) > MAX_REPLY_WORDS:
        yield f"the reply beside its code has {count} words: at most {MAX_REPLY_WORDS}"


def _problems_of_sentence(answer: Answer) -> Iterator[str]:
    text = answer.answer
    if (count := count_words(text)) > MAX_ANSWER_WORDS:
        yield f"has {count} words: at most {MAX_ANSWER_WORDS}"
    if len(sentences(text)) > 1 or not text.endswith("."):
        yield "must be one sentence"
    if hedge := HEDGES.search(text):
        yield f"says “{hedge[0]}”: decide, or give an answer for each origin"
    if re.match(r"Yes[,:]" if answer.pill in SAYS_NO else r"No[,:]", text) and answer.pill != "unknown":
        yield f"contradicts its pill, “{PILLS[answer.pill]}”: the question is “Is something wrong?”"


def reply_sentences(answers: Sequence[Answer]) -> list[str]:
    """Return what a reply says beside the code, a sentence for each answer, in Markdown."""
    if len(answers) == 1:
        return [f"**{PILLS[answers[0].pill]}.** {answers[0].answer}"]
    return [f"{WHOSE[answer.origin].capitalize()}: **{PILLS[answer.pill]}.** {answer.answer}" for answer in answers]


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return SENTENCE_END.split(text.strip())


def count_words(text: str) -> int:
    """Return how many words a text has; punctuation alone is none."""
    return len(WORD.findall(text))
