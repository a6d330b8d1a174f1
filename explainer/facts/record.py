"""The record: every fact of every recorded run, as `docs/artifacts/facts.json` holds it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from explainer.errors import UserError
from explainer.inputs.content import ONCE
from explainer.inputs.yaml_files import read_text, refuse_conflict
from explainer.paths import Project
from explainer.plain import NAMED, Plain, leaves, scalars

FILE = "facts.json"
SCHEMA = 3
MEND = "take either side, then run `python build_artifacts.py --force`"


RunAnswer: TypeAlias = Literal["holds", "fails", "cannot"]
NOTHING_SHARED: Mapping[str, str] = {}


class FactName(NamedTuple):
    """What a page calls a fact: the snippet (`topic/name`), the run's slug, and the fact with its parts."""

    snippet: str
    slug: str
    path: str

    @property
    def dotted(self) -> str:
        """As a page quotes it: `facts.topic.name.slug.fact`, and without the slug where the claim is run once."""
        slug = "" if self.slug == ONCE else f"{self.slug}."
        return f"facts.{self.snippet.replace('/', '.')}.{slug}{self.path}"

    @property
    def fact(self) -> str:
        """The name that the snippet assigns."""
        return self.path.partition(".")[0]

    @classmethod
    def parse(cls, dotted: str, slugs: Set[str]) -> "FactName | None":
        """Return the parts of a dotted name; None if it names no fact. `slugs` are those of the checkpoints.

        A report of before may name the run of a claim that is run once, too: `facts.topic.name.once.fact`.
        """
        top, *parts = dotted.split(".", 3)
        if top != "facts" or len(parts) < 3:
            return None
        key, (slug, _, path) = f"{parts[0]}/{parts[1]}", parts[2].partition(".")
        return cls(key, slug, path) if path and slug in {ONCE, *slugs} else cls(key, ONCE, parts[2])


class CheckpointFiles(msgspec.Struct, frozen=True):
    """Which files of a checkpoint were measured: its revision, and a digest of their hashes."""

    revision: str
    files: str


class Measured(msgspec.Struct, frozen=True):
    """What a run was measured on: the snippet's digest, checkpoints by slug, versions by library, device, and when."""

    snippet: str
    checkpoints: dict[str, CheckpointFiles]
    versions: dict[str, str]
    device: str
    date: str

    def sources(self) -> dict[str, str]:
        """Each checkpoint and library with what it was, in words; device and date do not count."""
        files = {slug: f"{one.revision} {one.files}" for slug, one in self.checkpoints.items()}
        return {**files, **self.versions}

    def plain(self, shared: Mapping[str, str] = NOTHING_SHARED) -> dict[str, Any]:
        """As the file has it: one flat mapping, without what is `shared`; of a library that is, the name alone."""
        checkpoints = {slug: msgspec.to_builtins(one) for slug, one in self.checkpoints.items()}
        libraries = [name for name, version in self.versions.items() if shared.get(name) == version]
        own = {**self.versions, "device": self.device, "date": self.date}.items()
        return {
            "snippet": self.snippet,
            **checkpoints,
            **({"with": " ".join(libraries)} if libraries else {}),
            **{name: text for name, text in own if shared.get(name) != text},
        }


class RunRecord(msgspec.Struct, frozen=True):
    """One recorded run.

    On a checkpoint that is measured on request a claim need not hold: `answer` says so, and `why` in one line.
    """

    measured: Measured
    facts: dict[str, Plain]
    answer: RunAnswer = "holds"
    why: str = ""

    def plain(self, shared: Mapping[str, str] = NOTHING_SHARED) -> dict[str, Any]:
        """As the file has it: the answer only where the claim does not hold."""
        said = {} if self.answer == "holds" else {"answer": self.answer, "why": self.why}
        return {"measured": self.measured.plain(shared), **said, "facts": self.facts}


class ClaimRecord(msgspec.Struct, frozen=True):
    """A claim in the words that were recorded, and its runs by slug."""

    claim: str
    runs: dict[str, RunRecord]


class Record(msgspec.Struct, frozen=True):
    """All claims by `topic/name`, in the order of the snippets."""

    claims: dict[str, ClaimRecord] = {}

    def runs(self, key: str) -> dict[str, RunRecord]:
        """A claim's runs; none if it was never recorded."""
        claim = self.claims.get(key)
        return claim.runs if claim else {}

    def run(self, key: str, slug: str) -> RunRecord | None:
        """One recorded run, if there is one."""
        return self.runs(key).get(slug)

    def leaves(self) -> Iterator[tuple[FactName, Plain]]:
        """Every scalar and list of every fact."""
        for key, claim in self.claims.items():
            for slug, run in claim.runs.items():
                for fact, whole in run.facts.items():
                    for path, value in leaves(whole, fact):
                        yield FactName(key, slug, path), value

    def values(self) -> dict[str, Plain]:
        """The same by dotted name."""
        return {name.dotted: value for name, value in self.leaves()}

    def plain(self) -> dict[str, dict[str, Any]]:
        """As the file has it: topic → name → claim and runs."""
        shared = self.shared
        return self._nested(
            lambda claim: {"claim": claim.claim, "runs": {slug: run.plain(shared) for slug, run in claim.runs.items()}}
        )

    @property
    def shared(self) -> dict[str, str]:
        """What most runs were measured with: each library's version, the device, the date.

        The file says it once, so that a release that changes no fact is a line.
        """
        counted: dict[str, Counter[str]] = {}
        for measured in (run.measured for claim in self.claims.values() for run in claim.runs.values()):
            for name, text in {**measured.versions, "device": measured.device, "date": measured.date}.items():
                counted.setdefault(name, Counter())[text] += 1
        return {name: max(texts, key=lambda text: (texts[text], text)) for name, texts in sorted(counted.items())}

    def scalars(self) -> dict[str, Any]:
        """Return what a page can quote: scalars by topic, name, slug and fact; without the slug if it is run once."""

        def of_claim(claim: ClaimRecord) -> Any:
            runs = {slug: scalars(run.facts) or {} for slug, run in claim.runs.items()}
            return runs.get(ONCE, runs)

        return self._nested(of_claim)

    def _nested(self, what: Callable[[ClaimRecord], Any]) -> dict[str, dict[str, Any]]:
        nested: dict[str, dict[str, Any]] = {}
        for key, claim in self.claims.items():
            topic, name = key.split("/")
            nested.setdefault(topic, {})[name] = what(claim)
        return nested


def output_path(key: str, slug: str) -> str:
    """Where a run's recorded output lies, below the artifacts."""
    return f"outputs/{key}.{slug}.txt"


class _Run(msgspec.Struct):
    measured: dict[str, str | CheckpointFiles]
    facts: dict[str, Any]
    answer: RunAnswer = "holds"
    why: str = ""

    def typed(self, shared: Mapping[str, str]) -> RunRecord:
        checkpoints = {name: one for name, one in self.measured.items() if isinstance(one, CheckpointFiles)}
        texts = {name: one for name, one in self.measured.items() if isinstance(one, str)}
        snippet, libraries = texts.pop("snippet"), texts.pop("with", "").split()
        device, date = (texts.pop(name) if name in texts else shared[name] for name in ("device", "date"))
        versions = {**texts, **{name: shared[name] for name in libraries}}
        versions = {name: versions[name] for name in sorted(versions, key=lambda name: (name not in NAMED, name))}
        return RunRecord(Measured(snippet, checkpoints, versions, device, date), self.facts, self.answer, self.why)


class _Claim(msgspec.Struct):
    claim: str
    runs: dict[str, _Run]


class _File(msgspec.Struct):
    schema: Literal[3]
    measured: dict[str, str]
    facts: dict[str, dict[str, _Claim]]


def read_record(project: Project) -> Record:
    """`facts.json`; empty if there is none yet. Raises UserError for conflict marks, broken JSON or another form."""
    path = project.artifacts / FILE
    if not path.exists():
        return Record()
    where = f"{path.relative_to(project.root)}:1"
    text = read_text(path, project.root, MEND)
    refuse_conflict(text, path.relative_to(project.root), MEND)
    try:
        document = msgspec.json.decode(text, type=_File)
        return Record(
            {
                f"{topic}/{name}": ClaimRecord(
                    claim.claim, {slug: run.typed(document.measured) for slug, run in claim.runs.items()}
                )
                for topic, claims in document.facts.items()
                for name, claim in claims.items()
            }
        )
    except (msgspec.DecodeError, KeyError) as error:
        expected = f"expected schema {SCHEMA}, facts by topic, snippet and run"
        raise UserError(f"{where}: {expected} ({error}); {MEND}") from None
