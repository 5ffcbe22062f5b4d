"""Which family it is: by a model's name, an answer, a chat template."""

from __future__ import annotations

import pytest

import tagstream as ts


@pytest.mark.parametrize(
    ("name", "dialect", "is_certain", "starts_in_reasoning"),
    [
        ("Qwen/Qwen3-8B", "qwen3", True, False),
        ("qwen3:30b-a3b-thinking-2507-q4_K_M", "qwen3", True, True),
        ("me/My-Qwen3-4B-Thinking-2507", "qwen3", False, True),
        ("Qwen/Qwen2.5-7B-Instruct", "hermes", True, False),
        ("", None, False, False),
        ("my-own-model \ud800\0 é", None, False, False),
    ],
)
def test_a_models_name_says_its_family(
    name: str, dialect: str | None, is_certain: bool, starts_in_reasoning: bool
) -> None:
    guess = ts.guess_model(name)
    assert guess.dialects == (() if dialect is None else (dialect,))
    assert guess.is_certain is is_certain
    assert guess.starts_in_reasoning is starts_in_reasoning
    assert (guess.evidence == ()) == (dialect is None)
    assert dialect is None or dialect in ts.dialects()
    assert ts.guess_model(name.encode("utf-8", "surrogatepass")) == guess


def test_what_is_guessed_are_options_of_a_parser() -> None:
    guess = ts.guess_model("Qwen/Qwen3-4B-Thinking-2507")
    message = ts.read(
        "a < b</think>c", dialect=guess.dialects[0], start_in_reasoning=guess.starts_in_reasoning
    )
    assert (message.reasoning, message.content) == ("a < b", "c")


def test_an_answer_says_which_families_read_it() -> None:
    answer = '<think>a</think>b\n<tool_call>\n{"name": "f", "arguments": {"x": 1}}\n</tool_call>'
    guess = ts.guess_answer(answer)
    assert guess.dialects[0] == "qwen3"
    assert "hermes" in guess.dialects
    assert not guess.is_certain
    assert "1 call" in guess.evidence
    assert ts.guess_answer(answer.encode()) == guess
    assert ts.guess_answer("Nothing of the kind.") == ts.Guess((), False, ())
    glm = "<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n</tool_call>"
    assert ts.guess_answer(glm).dialects[0].startswith("glm4")


def test_an_answer_whose_prompt_has_opened_the_reasoning() -> None:
    answer = "a < b</think>c"
    guess = ts.guess_answer(answer)
    assert guess.starts_in_reasoning
    assert not ts.guess_answer("<think>a</think>b").starts_in_reasoning
    parsed = ts.read(
        answer, dialect=guess.dialects[0], start_in_reasoning=guess.starts_in_reasoning
    )
    assert (parsed.reasoning, parsed.content) == ("a < b", "c")


def test_a_chat_template_says_its_family() -> None:
    guess = ts.guess_template("{{ '<|tool_calls_section_begin|><|tool_call_begin|>' }}")
    assert guess.dialects[0] == "kimi_k2"
    assert guess.evidence
    assert ts.guess_template("{{ messages }}").dialects == ()


def test_text_never_raises_and_what_is_no_text_does() -> None:
    hostile = ("<" * 5000, "<tool_call>" * 500, "\0", "\ud800", b"\xff\xfe")
    for text in hostile:
        for guess in (ts.guess_answer(text), ts.guess_template(text)):
            assert isinstance(guess, ts.Guess)
        assert isinstance(ts.guess_model(text), ts.Guess)
    wrong: list[object] = [None, 1, ["a"]]
    for function in (ts.guess_model, ts.guess_answer, ts.guess_template):
        for one in wrong:
            with pytest.raises(TypeError):
                function(one)  # type: ignore[arg-type]


def test_advice_is_a_change_of_options() -> None:
    text = "So `<think>2</think>` four."
    options: ts.Options = {"hide": ["think"]}
    (advice,) = ts.advise(text, **options)
    assert advice == ts.Advice({"markdown_code": "off"}, (ts.EventKind.SECTION_END,))
    assert ts.advise(text.encode(), ts.Rules(**options)) == (advice,)
    message = ts.read(text, **{**options, **advice.options})
    assert message.sections[0].content == "2"
    assert ts.advise("x" * 70000 + text, **options) == ()


def test_advice_needs_options_that_can_be() -> None:
    with pytest.raises(ts.OptionError):
        ts.advise("text", dialect="hermess")
    with pytest.raises(TypeError, match="no text"):
        ts.advise(dialect="hermes")  # type: ignore[call-arg]
