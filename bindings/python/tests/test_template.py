"""A format from a chat template: what the template writes is what the format reads."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

import tagstream as ts

# As a family's template looks, cut down to one turn.
CHATML = """\
{%- for message in messages %}
{%- if message.role == 'assistant' %}
    {{- '<|im_start|>assistant\\n' }}
    {%- if message.reasoning_content %}
        {{- '<think>\\n' + message.reasoning_content + '\\n</think>\\n\\n' }}
    {%- endif %}
    {{- message.content or '' }}
    {%- for call in message.tool_calls or [] %}
        {%- if message.content or not loop.first %}{{- '\\n' }}{%- endif %}
        CALL
    {%- endfor %}
    {{- '<|im_end|>\\n' }}
{%- else %}
    {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{% endif %}
"""

HERMES = CHATML.replace(
    "CALL",
    """{{- '<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}
        {{- call.function.arguments | tojson }}
        {{- '}\\n</tool_call>' }}""",
)

CODER = CHATML.replace(
    "CALL",
    """{{- '<tool_call>\\n<function=' + call.function.name + '>\\n' }}
        {%- for key, value in call.function.arguments | items %}
            {{- '<parameter=' + key + '>\\n' + value | string + '\\n</parameter>\\n' }}
        {%- endfor %}
        {{- '</function>\\n</tool_call>' }}""",
)

PAIRS = CHATML.replace(
    "CALL",
    """{{- '<tool_call>' + call.function.name + '\\n' }}
        {%- for key, value in call.function.arguments.items() %}
            {{- '<arg_key>' + key + '</arg_key>\\n<arg_value>' }}
            {{- value if value is string else value | tojson }}{{- '</arg_value>\\n' }}
        {%- endfor %}
        {{- '</tool_call>' }}""",
)

MISTRAL = """\
{%- for message in messages %}
{%- if message.role == 'assistant' %}
    {%- for call in message.tool_calls or [] %}
        {%- if call.id | length != 9 %}{{ raise_exception('an id has nine letters') }}{% endif %}
        {{- '[TOOL_CALLS]' + call.function.name + '[ARGS]' }}
        {{- call.function.arguments | tojson }}
    {%- endfor %}
    {{- message.content }}
    {{- eos_token }}
{%- else %}
    {{- '[INST]' + message.content + '[/INST]' }}
{%- endif %}
{%- endfor %}
"""

LLAMA = """\
{%- for message in messages %}
    {%- if message.tool_calls %}
        {%- if message.tool_calls | length != 1 %}
            {{- raise_exception('one call at a time') }}
        {%- endif %}
        {{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}
        {{- '{"name": "' + message.tool_calls[0].function.name + '", ' }}
        {{- '"parameters": ' }}
        {{- message.tool_calls[0].function.arguments | tojson }}
        {{- '}' }}
        {{- '<|eot_id|>' }}
    {%- else %}
        {{- '<|start_header_id|>' + message.role + '<|end_header_id|>\\n\\n' }}
        {{- message.content + '<|eot_id|>' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}
{%- endif %}
"""

LIST = """\
{%- for message in messages %}
{%- if message.role == 'assistant' %}
    {{- '<|assistant|>' + (message.content or '') }}
    {%- if message.tool_calls %}
        {{- '<tool_calls>[' }}
        {%- for call in message.tool_calls %}
            {{- {'name': call.function.name, 'arguments': call.function.arguments} | tojson }}
            {{- ', ' if not loop.last }}
        {%- endfor %}
        {{- ']</tool_calls>' }}
    {%- endif %}
    {{- '<|eom|>' }}
{%- else %}
    {{- '<|user|>' + message.content }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|assistant|>' }}{% endif %}
"""

SECTION = CHATML.replace(
    "CALL",
    """{%- if loop.first %}{{- '<|calls|>' }}{% endif %}
        {{- '<|call|>' + call.function.name + '<|args|>' + call.function.arguments | tojson }}
        {{- '<|end_call|>' }}
        {%- if loop.last %}{{- '<|end_calls|>' }}{% endif %}""",
).replace("{%- if message.content or not loop.first %}{{- '\\n' }}{%- endif %}", "")

TYPED = CHATML.replace(
    "CALL",
    """{%- if loop.first %}{{- '<calls>\\n' }}{% endif %}
        {{- '<invoke name="' + call.function.name + '">\\n' }}
        {%- for key, value in call.function.arguments.items() %}
            {{- '<parameter name="' + key + '" string="' }}
            {{- 'true' if value is string else 'false' }}{{- '">' }}
            {{- value if value is string else value | tojson }}{{- '</parameter>\\n' }}
        {%- endfor %}
        {{- '</invoke>' }}
        {%- if loop.last %}{{- '\\n</calls>' }}{% endif %}""",
)

PYTHON = CHATML.replace(
    "CALL",
    """{{- '<|calls|>[' if loop.first }}{{- call.function.name + '(' }}
        {%- for key, value in call.function.arguments.items() %}
            {{- key + '=' + value | tojson }}{{- ', ' if not loop.last }}
        {%- endfor %}
        {{- ')' }}{{- ', ' if not loop.last }}{{- ']<|end_calls|>' if loop.last }}""",
).replace("{%- if message.content or not loop.first %}{{- '\\n' }}{%- endif %}", "")

THINK = "<think>REASONING</think>\n"
TURN = "<|im_start|>assistant\\nANSWER<|im_end|>\n"


@pytest.mark.parametrize(
    ("template", "text", "dialects"),
    [
        (
            HERMES,
            THINK + r'<tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>'
            "\n" + TURN,
            ("qwen3", "hermes"),
        ),
        (
            CODER,
            THINK + "<tool_call>\\nCALL\\n</tool_call>\n<function=NAME>\\nPARAMETER...</function>\n"
            "<parameter=KEY>\\nVALUE\\n</parameter>\\n\n" + TURN,
            ("qwen3_coder", "nemotron3"),
        ),
        (
            PAIRS,
            THINK + "<tool_call>NAME\\nPARAMETER...</tool_call>\n"
            "<arg_key>KEY</arg_key>\\n<arg_value>VALUE</arg_value>\\n\n" + TURN,
            None,
        ),
        (MISTRAL, "[TOOL_CALLS]NAME[ARGS]ARGUMENTS\nANSWER</s>\n", ("mistral",)),
        (
            LLAMA,
            '{"name": "NAME", "parameters": ARGUMENTS}\n'
            "<|start_header_id|>assistant<|end_header_id|>\\n\\nANSWER<|eot_id|>\n",
            ("llama3_json",),
        ),
        (
            LIST,
            '<tool_calls>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</tool_calls>\n'
            "<|assistant|>ANSWER<|eom|>\n",
            None,
        ),
        (
            SECTION,
            THINK + "<|calls|>CALL...<|end_calls|>\n"
            "<|call|>NAME<|args|>ARGUMENTS<|end_call|>\n" + TURN,
            (),
        ),
        (
            TYPED,
            THINK + "<calls>\\nCALL\\n...\\n</calls>\n"
            '<invoke name="NAME">\\nPARAMETER...</invoke>\n'
            '<parameter name="KEY" string="true">STRING</parameter>\\n\n'
            '<parameter name="KEY" string="false">JSON</parameter>\\n\n' + TURN,
            (),
        ),
        (PYTHON, THINK + "<|calls|>[NAME(KEY=PYTHON, ...), ...]<|end_calls|>\n" + TURN, ()),
    ],
)
def test_a_template_gives_a_format(
    template: str, text: str, dialects: tuple[str, ...] | None
) -> None:
    made = ts.dialect_from_template(template, eos_token="</s>")
    assert made.text == text
    assert dialects is None or made.dialects[: len(dialects)] == dialects
    assert bool(made.dialects) == (dialects != ())
    ts.Rules(format=made.text)


def test_another_end_of_the_turn_after_calls_is_another_line() -> None:
    end = "{{- '<|im_end|>\\n' }}\n{%- else %}"
    assert end in HERMES
    asks = end.replace("'<|im_end|>\\n'", "'<|ask|>' if message.tool_calls else '<|im_end|>'")
    made = ts.dialect_from_template(HERMES.replace(end, asks))
    assert made.text.splitlines()[-1] == "ANSWER<|ask|>"


def test_what_a_template_gives_reads_answers() -> None:
    made = ts.dialect_from_template(SECTION)
    answer = '<think>hm</think>So<|calls|><|call|>f<|args|>{"a": 1}<|end_call|><|end_calls|>'
    message = ts.read(answer, format=made.text)
    assert (message.reasoning, message.content) == ("hm", "So")
    assert [(call.name, call.arguments) for call in message.tool_calls] == [("f", '{"a": 1}')]


def test_a_prompt_that_opens_the_reasoning_says_so() -> None:
    inside = HERMES.replace("assistant\\n' }}{% endif %}", "assistant\\n<think>\\n' }}{% endif %}")
    assert inside != HERMES
    made = ts.dialect_from_template(inside)
    assert made.text.endswith("- starts in reasoning\n")
    assert ts.read("hm</think>ok", format=made.text).reasoning == "hm"


def test_words_that_look_like_placeholders_are_escaped() -> None:
    template = HERMES.replace("<tool_call>", "[CALL]").replace("</tool_call>", "[/CALL]")
    made = ts.dialect_from_template(template)
    assert r'[\CALL]\n{"name": "NAME", "arguments": ARGUMENTS}\n[/\CALL]' in made.text
    assert ts.read('[CALL]{"name": "f"}[/CALL]', format=made.text).tool_calls[0].name == "f"


def test_variables_are_given_to_the_template() -> None:
    template = MISTRAL + "{% if not eos_token %}{{ raise_exception('no end') }}{% endif %}"
    with pytest.raises(ValueError, match=r"can't be rendered: no end$"):
        ts.dialect_from_template(template)
    assert ts.dialect_from_template(template, eos_token="<end>").text.endswith("ANSWER<end>\n")


PROSE = "{% for message in messages %}{{ message.role }}: {{ message.content }}\n{% endfor %}"


@pytest.mark.parametrize(
    ("template", "why"),
    [
        (PROSE, "writes neither reasoning nor calls: a call of a tool leaves no trace of the tool"),
        (PROSE.replace("{{", "{{ raise_exception('no tools') if message.tool_calls }}{{", 1),
         "writes neither reasoning nor calls: no tools$"),
        ("{% for one in messages %}{{ one.role", "not one that jinja2 reads: unexpected end"),
        ("{{ messages[1].content.missing.more }}", "can't be rendered: "),
        ("{{ ''.__class__.__mro__ }}", "can't be rendered: access to attribute '__class__'"),
        ("<s>", "does not write the content of an answer"),
        (
            CHATML.replace("\\n</think>\\n\\n", "<|im_end|><|im_start|>assistant\\n"),
            "writes messages with headers, which are not told apart yet: ",
        ),
        (
            CHATML.replace("CALL", "{{- '<call>' + call.function.name + ' with ' }}"
                           "{% for k, v in call.function.arguments.items() %}{{- k }}{% endfor %}"),
            "writes the arguments of a call in a way that a format can't say: <call>NAME with KEY",
        ),
    ],
)  # fmt: skip
def test_where_no_format_comes_of_a_template_the_error_says_why(template: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        ts.dialect_from_template(template)


def test_without_jinja_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def without_jinja(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "jinja2":
            raise ImportError(name)
        return imported(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_jinja)
    with pytest.raises(ImportError, match="pip install jinja2"):
        ts.dialect_from_template(HERMES)


def test_a_tools_name_may_be_the_tag() -> None:
    template = CHATML.replace(
        "CALL",
        """{{- '<' + call.function.name + '>\\n' }}
        {%- for key, value in call.function.arguments.items() %}
            {{- '<' + key + '>' + value | string + '</' + key + '>\\n' }}
        {%- endfor %}
        {{- '</' + call.function.name + '>' }}""",
    )
    made = ts.dialect_from_template(template)
    assert "<NAME>\\nPARAMETER...</NAME>\n<KEY>VALUE</KEY>\\n\n" in made.text
    tools = [{"name": "rain"}]
    message = ts.read("<rain>\n<city>Oslo</city>\n</rain>", format=made.text, tools=tools)
    assert [(call.name, call.arguments) for call in message.tool_calls] == [
        ("rain", '{"city":"Oslo"}')
    ]
