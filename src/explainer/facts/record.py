"""Read the record of facts, `docs/artifacts/facts.json`, and turn it into what is written or quoted.

The file nests topic → name → claim and runs, by slug. At the top is what most runs have in `measured`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from explainer.errors import UserError
from explainer.fact_values import MAIN_LIBRARIES, PlainValue, leaves, scalars
from explainer.inputs.content import ONCE
from explainer.inputs.text_files import read_text, refuse_conflict
from explainer.paths import Project

FACTS_FILE = "facts.json"
FACTS_SCHEMA = 3
HOW_TO_MEND = "take either side, then run `python build_artifacts.py`"

RunAnswer: TypeAlias = Literal["holds", "fails", "cannot"]  # cannot: the program stopped with another error
NOTHING_SHARED: Mapping[str, str] = {}


class FactName(NamedTuple):
    """Hold the parts of a fact's name: the snippet's `topic/name`, the run's slug, the fact and keys (`norms.min`)."""

    snippet_key: str
    slug: str
    path: str

    @property
    def dotted(self) -> str:
        """Return the name that pages quote: `facts.topic.name.slug.fact`, without the slug if the claim is run once."""
        slug = "" if self.slug == ONCE else f"{self.slug}."
        return f"facts.{self.snippet_key.replace('/', '.')}.{slug}{self.path}"

    @property
    def fact(self) -> str:
        """Return the name that the snippet assigns, without keys."""
        return self.path.partition(".")[0]

    @classmethod
    def parse(cls, dotted: str, slugs: Set[str]) -> "FactName | None":
        """Return the parts of a dotted name, or None if it names no fact. `slugs` are those of the checkpoints."""
        top, *parts = dotted.split(".", 3)
        if top != "facts" or len(parts) < 3:
            return None
        key, (slug, _, path) = f"{parts[0]}/{parts[1]}", parts[2].partition(".")
        return cls(key, slug, path) if path and slug in slugs else cls(key, ONCE, parts[2])


class CheckpointFiles(msgspec.Struct, frozen=True):
    """Identify the measured files of a checkpoint: seven digits of its revision, and a digest of their sha256."""

    revision: str
    files: str


class Provenance(msgspec.Struct, frozen=True):
    """Hold what a run was measured on: the snippet's digest, checkpoints by slug, versions by library, device, date.

    The date is that of the facts and the output: measured again and found the same, they keep it. With each of `seeds`
    added to the program's seeds, the claim held, too.
    """

    snippet_digest: str
    checkpoints: dict[str, CheckpointFiles]
    versions: dict[str, str]
    device: str
    date: str
    seeds: tuple[int, ...] = ()

    def sources(self) -> dict[str, str]:
        """Return a text for each checkpoint and library, to compare runs. Device and date do not count."""
        files = {slug: f"{checkpoint.revision} {checkpoint.files}" for slug, checkpoint in self.checkpoints.items()}
        return {**files, **self.versions}

    def to_builtins(self, shared: Mapping[str, str] = NOTHING_SHARED) -> dict[str, Any]:
        """Return the flat mapping for the file. Values in `shared` are left out, and `with` names their libraries."""
        checkpoints = {slug: msgspec.to_builtins(files) for slug, files in self.checkpoints.items()}
        libraries = [name for name, version in self.versions.items() if shared.get(name) == version]
        own_values = {**self.versions, "device": self.device, "date": self.date}.items()
        return {
            "snippet": self.snippet_digest,
            **checkpoints,
            **({"with": " ".join(libraries)} if libraries else {}),
            **{name: text for name, text in own_values if shared.get(name) != text},
            **({"seeds": list(self.seeds)} if self.seeds else {}),
        }


class RunRecord(msgspec.Struct, frozen=True):
    """Hold one recorded run: what it was measured on, and its facts by name.

    Only on a checkpoint that most machines lack may `answer` differ from "holds"; `why` is then one line.
    """

    measured: Provenance
    facts: dict[str, PlainValue]
    answer: RunAnswer = "holds"
    why: str = ""

    def to_builtins(self, shared: Mapping[str, str] = NOTHING_SHARED) -> dict[str, Any]:
        """Return the mapping for the file, with `answer` and `why` only if the claim does not hold."""
        answer = {} if self.answer == "holds" else {"answer": self.answer, "why": self.why}
        return {"measured": self.measured.to_builtins(shared), **answer, "facts": self.facts}


class ClaimRecord(msgspec.Struct, frozen=True):
    """Hold a claim's sentence as it was when last recorded, and its runs by slug."""

    claim: str
    runs: dict[str, RunRecord]


class Record(msgspec.Struct, frozen=True):
    """Hold all claims by `topic/name`, in the order of the snippets."""

    claims: dict[str, ClaimRecord] = {}

    def runs(self, key: str) -> dict[str, RunRecord]:
        """Return a claim's runs by slug; none if it was never recorded."""
        claim = self.claims.get(key)
        return claim.runs if claim else {}

    def run(self, key: str, slug: str) -> RunRecord | None:
        """Return one recorded run, or None."""
        return self.runs(key).get(slug)

    def leaves(self) -> Iterator[tuple[FactName, PlainValue]]:
        """Yield each scalar and each list of all facts, with its name."""
        for key, claim in self.claims.items():
            for slug, run in claim.runs.items():
                for fact, fact_value in run.facts.items():
                    for path, value in leaves(fact_value, fact):
                        yield FactName(key, slug, path), value

    def values(self) -> dict[str, PlainValue]:
        """Return each scalar and each list of all facts by its dotted name."""
        return {name.dotted: value for name, value in self.leaves()}

    def to_builtins(self) -> dict[str, dict[str, Any]]:
        """Return the mapping for the file: topic → name → claim and runs."""
        shared = self.shared
        return self._nested(
            lambda claim: {
                "claim": claim.claim,
                "runs": {slug: run.to_builtins(shared) for slug, run in claim.runs.items()},
            }
        )

    @property
    def shared(self) -> dict[str, str]:
        """Return the most frequent version of each library, device and date.

        The file has them once, so a release that changes no fact changes only these lines.
        """
        counters: dict[str, Counter[str]] = {}
        for measured in (run.measured for claim in self.claims.values() for run in claim.runs.values()):
            for name, text in {**measured.versions, "device": measured.device, "date": measured.date}.items():
                counters.setdefault(name, Counter())[text] += 1
        return {name: max(texts, key=lambda text: (texts[text], text)) for name, texts in sorted(counters.items())}

    def scalars(self) -> dict[str, Any]:
        """Return the scalars by topic, name, slug and fact, without the slug if the claim is run once."""

        def scalars_of(claim: ClaimRecord) -> Any:
            by_slug = {slug: scalars(run.facts) or {} for slug, run in claim.runs.items()}
            return by_slug.get(ONCE, by_slug)

        return self._nested(scalars_of)

    def _nested(self, value_of: Callable[[ClaimRecord], Any]) -> dict[str, dict[str, Any]]:
        nested: dict[str, dict[str, Any]] = {}
        for key, claim in self.claims.items():
            topic, name = key.split("/")
            nested.setdefault(topic, {})[name] = value_of(claim)
        return nested


def output_path(key: str, slug: str) -> str:
    """Return the path of a run's recorded output, relative to the artifacts."""
    return f"outputs/{key}.{slug}.txt"


# The file as it is decoded: a run's `measured` is one flat mapping there, see `Provenance.to_builtins`.
class _RunInFile(msgspec.Struct):
    measured: dict[str, str | list[int] | CheckpointFiles]
    facts: dict[str, Any]
    answer: RunAnswer = "holds"
    why: str = ""

    def to_record(self, shared: Mapping[str, str]) -> RunRecord:
        checkpoints = {slug: files for slug, files in self.measured.items() if isinstance(files, CheckpointFiles)}
        texts = {name: text for name, text in self.measured.items() if isinstance(text, str)}
        seeds = next((tuple(numbers) for numbers in self.measured.values() if isinstance(numbers, list)), ())
        snippet_digest, libraries = texts.pop("snippet"), texts.pop("with", "").split()
        device, date = (texts.pop(name) if name in texts else shared[name] for name in ("device", "date"))
        versions = {**texts, **{name: shared[name] for name in libraries}}
        # The order in which pages name them: torch and transformers first.
        versions = {
            name: versions[name] for name in sorted(versions, key=lambda name: (name not in MAIN_LIBRARIES, name))
        }
        return RunRecord(
            Provenance(snippet_digest, checkpoints, versions, device, date, seeds), self.facts, self.answer, self.why
        )


class _ClaimInFile(msgspec.Struct):
    claim: str
    runs: dict[str, _RunInFile]


class _FactsFile(msgspec.Struct):
    schema: Literal[3]
    measured: dict[str, str]
    facts: dict[str, dict[str, _ClaimInFile]]


def read_record(project: Project) -> Record:
    """Read `facts.json`; without the file the record is empty.

    Raise UserError if it has conflict marks, is broken JSON or has another schema.
    """
    path = project.artifacts / FACTS_FILE
    if not path.exists():
        return Record()
    where = f"{path.relative_to(project.root)}:1"
    text = read_text(path, project.root, HOW_TO_MEND)
    refuse_conflict(text, path.relative_to(project.root), HOW_TO_MEND)
    try:
        document = msgspec.json.decode(text, type=_FactsFile)
        return Record(
            {
                f"{topic}/{name}": ClaimRecord(
                    claim.claim, {slug: run.to_record(document.measured) for slug, run in claim.runs.items()}
                )
                for topic, claims in document.facts.items()
                for name, claim in claims.items()
            }
        )
    except (msgspec.DecodeError, KeyError) as error:  # KeyError: `to_record` misses a field
        expected = f"expected schema {FACTS_SCHEMA}, facts by topic, snippet and run"
        raise UserError(f"{where}: {expected} ({error}); {HOW_TO_MEND}") from None
