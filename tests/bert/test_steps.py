"""A vector on its way."""

from xml.etree import ElementTree

from bert import steps
from explainer.render.figures.drawing import WIDTH
from tests.bert.materials import drawn_for_bert


def test_a_step_shows_its_values_and_the_right_answer_by_more_than_colour() -> None:
    text = drawn_for_bert("steps")
    svg = ElementTree.fromstring(text).find("{*}svg")  # noqa: S314 (our own text)
    assert svg is not None
    whole, long = svg.findall("{*}g")
    assert whole.findtext("{*}text") == "1  whole"
    squares = {path.get("class"): path.get("d", "").count("z") for path in whole.findall("{*}path")}
    assert (squares["plus"], squares["minus"]) == (32, 32)
    assert not {path.get("class") for path in long.findall("{*}path")} & {"plus", "minus"}
    said = ["".join(one.itertext()) for one in long.iter() if one.tag.endswith("text")]
    assert {"9,000 values", "one for each token", "0.750", "0.001", "“y” is no. 1 of 9,000"} <= set(said)
    bars = [rect.get("class") for rect in whole.iter() if (rect.get("class") or "").startswith("score")]
    assert bars == ["score other", "score answer"]
    assert "Step 1 of 2, whole, a < b: 64 values, norm 2.50" in (whole.get("aria-label") or "")
    assert f'viewBox="0 0 {WIDTH} {steps.STEP * 2:g}"' in text  # a script opens a window of that height
