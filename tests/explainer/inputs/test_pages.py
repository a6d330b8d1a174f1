import pytest

from explainer.fact_values import PlainValue
from explainer.inputs.pages import (
    bad_quotes,
    check_pages,
    fill_releases,
    pages_without_covers,
    shown_views,
    where_quoted,
)
from explainer.inputs.prose import typed_numbers
from explainer.inputs.quotes import all_quotes
from tests.explainer.parts import SNIPPET

NAMES: dict[str, PlainValue] = {"facts.padding.row.tiny.norm": 0.76, "published.accuracy": 0.5}
PANEL = '{{ program("padding/row") }}\n{{ measured("padding") }}\n'
FILES = {"program/padding/row", "measured/padding"}


def check(text: str) -> list[str]:
    return check_pages({"padding/index.md": text}, NAMES, FILES, [])


def test_a_good_page() -> None:
    assert check(PANEL + "norm {{ facts.padding.row.tiny.norm | round(2) }}, {{ published.accuracy }}") == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{{ facts.padding.row.tiny.nrom }}", "`facts.padding.row.tiny.nrom` does not exist; did you mean"),
        ("{{ published.nothing_like_it_at_all }}", "does not exist"),
        ("{{ facts.padding.row.tiny }}", "does not exist"),
        ("{% set x = facts.padding.row.tiny.nrom %}", "does not exist"),
        ("{{ program('padding/rwo') }}", "nothing is shown by"),
        ("--8<-- 'outputs/padding/rwo.txt'", "nothing recorded is `outputs/padding/rwo.txt`"),
        ("{{ program(padding) }}", "with the name itself in quotes"),
        (
            '{{ program("padding/rwo") }}',
            'nothing is shown by {{ program("padding/rwo") }}; did you mean {{ program("padding/row") }}?',
        ),
        ("a norm of 0.76", "the number 0.76 is typed by hand"),
        ("```python\nprint(1)\n```", "code that nothing runs"),
        ("    ~~~ { .py }\n    print(1)\n    ~~~", "code that nothing runs"),
    ],
)
def test_what_a_page_must_not_do(text: str, complaint: str) -> None:
    problems = check(PANEL + "\n" + text)
    assert len(problems) == 1
    assert problems[0].startswith("docs/padding/index.md:4: ")
    assert complaint in problems[0]


def test_a_page_that_quotes_says_what_it_was_measured_on() -> None:
    (problem,) = check('{{ program("padding/row") }}\n{{ facts.padding.row.tiny.norm }}')
    assert "say what they were measured on" in problem


@pytest.mark.parametrize(
    "text",
    [
        "12.5",
        "about 1,234 rows",
        "−0.5 and more",
        "30522 tokens",
        "it is 3.5%",
        "(0.5)",
        "**0.76**",
        "in 2019",
        "| 0.5 |",
        "`code` 0.5 `code`",
        "438.12MB",
        "about .77",
        "1.5x faster",
        "v 0.7674",
        "since 4.43.0",
        "transformers 4.43",
        "torch 2.13",
        "Python 3.11",
        "v4.57.1",
        "in v4.57",
        "(2.4.0)",
        "it ends with 5.0.0.",
        "[since 4.43.0](../c/bias.md)",
        "---\ndescription: What 4.43.0 changed\n---\n",
    ],
)
def test_typed_numbers_are_found(text: str) -> None:
    assert len(typed_numbers("docs/x.md", text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "id 0, row 103, 768 wide",
        "transformers 5, and transformers 4 before it",
        "`transformers==5.23.0`, [transformers 4.43.0](https://github.com/x)",
        "{{ since.heads.bias }} to {{ tested.newest }}",
        "`0.5` and ``1.5``",
        "```python\nx = 0.5\n```",
        "~~~\n0.5\n~~~",
        "[Press and Wolf 2017](https://arxiv.org/abs/1608.05859)",
        "[two\nlines 2017](https://example.org/1.5)",
        "[since {{ since.heads.bias }}, `4.43.0`](../c/bias-4.43.0.md)",
        "`[since 4.43.0](../c/bias.md)`",
        "{{ 0.5 | round(2) }}",
        "{% raw %}0.5{% endraw %}",
        "<!-- 0.5 -->",
        '<div style="width: 0.5em">x</div>',
        "---\ndescription: 0.5\n---\n",
        "https://example.org/0.5",
        "    ```text\n    0.5\n    ```",
    ],
)
def test_what_is_not_prose_is_left_alone(text: str) -> None:
    assert typed_numbers("docs/x.md", text) == []


def test_a_release_that_is_not_known_names_what_is_and_how_to_ask() -> None:
    known: dict[str, PlainValue] = {
        "between.padding.row_is_zero": "4.1.0 and 4.2.0",
        "since.padding.row_is_zero_too": 1,
    }
    page = '{{ program("padding/row_is_zero") }}\n{{ since.padding.row_is_zero }}'
    (problem,) = check_pages({"padding/index.md": page}, known, {"program/padding/row_is_zero"}, [SNIPPET])
    assert problem.startswith(
        "docs/padding/index.md:2: `since.padding.row_is_zero` is not known; there is between.padding.row_is_zero; `make"
    )
    assert "`make bisect CLAIMS=padding/row_is_zero`" in problem


def test_outside_the_pages_a_release_is_filled_in_and_nothing_else() -> None:
    known: dict[str, PlainValue] = {"since.heads.bias": "2.5.1", "facts.heads.bias.times": 1}
    assert fill_releases("since {{ since.heads.bias }}, once", known) == "since 2.5.1, once"
    assert bad_quotes("x.yml:3", "since {{ since.heads.bias }}", known) == []
    for wrong in ("{{ since.heads.bais }}", "{{ facts.heads.bias.times }}", "{{ since.heads.bias | round }}"):
        assert bad_quotes("x.yml:3", wrong, known)[0].startswith(f"x.yml:3: `{wrong}` is no release")


def test_places_are_named_by_line() -> None:
    pages = {"a.md": 'x\n{{ facts.t.s.slug.n + facts.t.s.slug.m }}\n\n{{ program("t/s") }}\n'}
    assert [(q.name, q.line) for q in all_quotes(pages)] == [("facts.t.s.slug.n", 2), ("facts.t.s.slug.m", 2)]
    assert [(q.name, q.line) for q in shown_views(pages)] == [("program/t/s", 4)]
    assert where_quoted(pages)["program/t/s"] == ["docs/a.md:4"]


SHORT = "{% set row = facts.padding.row.tiny %}\n"


def test_a_short_name_stands_for_the_facts_of_a_claim() -> None:
    page = f"---\ndescription: x\n---\n\n{SHORT}{{% set norm = row.norm %}}\n\n# A\n\n{PANEL}"
    page += "{{ row.norm | round(2) }}\n{% if norm %}{{ (100 * norm) | round(1) }}{% endif %}\n"
    assert check(page) == []
    name = "facts.padding.row.tiny.norm"
    found = [(quote.name, quote.line) for quote in all_quotes({"padding/index.md": page})]
    assert found == [(name, 12), (name, 13), (name, 13)]
    assert where_quoted({"padding/index.md": page})[name][0] == "docs/padding/index.md:12"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            SHORT + "{{ row.nrom }}",
            "5: `facts.padding.row.tiny.nrom` does not exist; did you mean facts.padd",
        ),
        (SHORT + "{{ row }}", "5: `facts.padding.row.tiny` does not exist"),
        (SHORT + "{{ row.norm + rwo.norm }}", "5: the page declares no name `rwo`; did you mean row?"),
        ("{{ row.norm }}\n" + SHORT + "{{ row.norm }}", "4: the page declares no name `row`"),
        (
            "{% set row = facts.padding.rwo %}\n{{ row.norm }}",
            "4: `facts.padding.rwo` does not exist; did you",
        ),
        ("{% set row = facts.padding.rwo %}", "4: `facts.padding.rwo` does not exist; did you mean facts.padding.row"),
        (SHORT, "4: the short name `row` is never used; remove it"),
        (SHORT + SHORT + "{{ row.norm }}", "5: `row` is declared on line 4 already"),
        ("{% set page = facts.padding.row %}", "4: `page` already means something to a page; choose another"),
        ("{% set since = facts.padding.row %}", "4: `since` already means something to a page; choose another"),
        ("{{ facts.padding.row.tiny.norm", "4: the site's engine cannot read this: unexpected end of template"),
    ],
)
def test_a_short_name_that_is_unfit_is_one_line(text: str, complaint: str) -> None:
    (problem,) = check(PANEL + "\n" + text)
    assert problem.startswith(f"docs/padding/index.md:{complaint}")


def test_a_bad_short_name_does_not_hide_a_quote_whose_name_only_begins_alike() -> None:
    problems = check(PANEL + "\n{% set row = facts.padding.ro %}\n{{ row.norm }} {{ facts.padding.roof }}")
    assert [problem.partition(" does")[0] for problem in problems] == [
        "docs/padding/index.md:4: `facts.padding.ro`",
        "docs/padding/index.md:5: `facts.padding.roof`",
    ]


def test_other_names_of_the_engines_and_of_the_page_are_no_quotes() -> None:
    page = (
        "{% for i in range(3) %}{{ loop.index }} {{ i }}{% endfor %}{% macro two(x) %}{{ x }}{% endmacro %}{{ two(1) }}"
    )
    page += "{% set twice = 2 * facts.padding.row.tiny.norm %}{{ twice }} {{ config.repo_url or 'none' }}"
    assert check(PANEL + page) == []
    assert [quote.name for quote in all_quotes({"a.md": page})] == ["facts.padding.row.tiny.norm"]


def test_a_quotation_in_raw_is_an_example_and_no_quotation() -> None:
    assert all_quotes({"a.md": "{% raw %}{{ facts.t.s.slug.n }}{% endraw %}"}) == []


def test_a_number_that_would_begin_a_list_is_seen() -> None:
    names: dict[str, PlainValue] = {"facts.a.b.n": 3, "facts.a.b.x": 0.5}
    page = PANEL + "kept\n  {{ facts.a.b.n }}. It is {{ facts.a.b.n }}. So\n{{ facts.a.b.x }}. And\n"
    for text in (page, "{% set b = facts.a.b %}" + page.replace("facts.a.b.", "b.")):
        (problem,) = check_pages({"a/index.md": text}, names, FILES, [])
        assert problem.startswith("docs/a/index.md:4: a number and a dot that begin a line")
    names = {"facts.a.print.x": 0.5}
    assert check_pages({"a/index.md": PANEL + "{{ facts.a.print.x }}. And\n"}, names, FILES, []) == []
    assert check_pages({"a/index.md": PANEL + "{{ facts.a.print.x | round | int }}. And\n"}, names, FILES, [])


def test_where_one_page_of_a_folder_says_what_it_covers_the_others_must() -> None:
    said = "---\ndescription: x\n---\n\n# A title\n\nBERT in {{ tested.newest }} · CPU\n{ .covers }\n\nText.\n"
    silent, late = "---\ndescription: x\n---\n\n# B\n\nText.\n", said.replace("# A title\n", "# A title\n\nText.\n")
    pages = {
        "heads/index.md": said,
        "heads/b.md": silent,
        "heads/c.md": late,
        "labs/index.md": silent,
        "index.md": late,
    }
    assert [problem.partition(":")[0] for problem in pages_without_covers(pages)] == [
        "docs/heads/b.md",
        "docs/heads/c.md",
    ]
    assert pages_without_covers(pages)[0].startswith("docs/heads/b.md:5: say under the title what this page covers")
    assert pages_without_covers({"heads/index.md": silent, "heads/b.md": silent}) == []
