"""The public repositories that check_recorded.py reads: which files, which family, which calls."""

import collections.abc
import dataclasses
import json
import re

from recorded import parser_tests, rust_tests
from recorded.calls import (hermes_calls, json_or_literal, leading_list, list_of_calls,
                            python_calls, tagged_json, thought, without_fence)

KINDS = ["recorded answers", "rendered by its template", "another parser's tests", "nothing yet"]
RECORDED, RENDERED, TESTS = KINDS[:3]


@dataclasses.dataclass
class Text:
    """A text of a family, and the calls in it: None if nobody else can say them."""

    family: str
    text: str
    calls: list | None
    place: str
    kind: str = RECORDED
    tools: str | None = None
    is_untyped: bool = False
    reasoning: str | None = None

    def __post_init__(self):
        self.text = self.text.encode("utf-8", "replace").decode()


@dataclasses.dataclass
class Source:
    """A repository or package, and the function that takes its texts from a clone."""

    repository: str
    what: str
    texts: collections.abc.Callable


# BFCL-Result: {"id": …, "result": …} on each line, a folder for each model.

def bfcl(clone):
    seen = set()
    for path in clone.files(r"[^/]+/result[^/]*/[^/]+/[^/]*\.json"):
        model = path.split("/")[2]
        for line in clone.lines(path):
            result = json.loads(line).get("result")
            if isinstance(result, str) and (model, result) not in seen:
                seen.add((model, result))
                family, calls = bfcl_family(model, result)
                if family:
                    yield Text(family, result, calls, path)


def bfcl_family(model, text):
    if "Hermes-2" in model:
        return ("hermes", tagged_json(text)) if "<tool_call>" in text else (None, None)
    if "granite-20b" in model:
        calls = tagged_json(text, "<function_call>", "</function_call>")
        return ("granite_20b_fc", calls) if "<function_call>" in text else (None, None)
    if "xLAM" not in model:
        text = without_fence(text)
    try:
        value = json_or_literal(text)
    except ValueError:
        value = None
    if "xLAM" in model:
        value = value.get("tool_calls") if isinstance(value, dict) else value
        return "xlam", list_of_calls(value)
    if not text.strip().startswith("["):
        return None, None
    calls = list_of_calls(value)
    if calls or re.match(r"""\s*\[\s*\{\s*["']name""", text):
        return "json", calls
    return "pythonic", python_calls(text)


# Harmony: the whole conversation in a code block for each turn; the answer is what follows the last
# message that is not the model's.

ANALYSIS = r"<\|channel\|>analysis<\|message\|>(.*?)(?=<\|(?:end|start|return)\|>|\Z)"


def harmony(clone):
    for path in clone.files(r"experiments/.*/trial-\d+\.md"):
        for turn in re.split(r"^### Turn \d+\n", clone.text(path), flags=re.M)[1:]:
            turn = turn.split("\n## Results\n")[0]
            block = re.search(r"```\n(.*)\n```", turn, re.S)
            if block:
                answer = "".join(own_messages(block.group(1)))
                yield Text("harmony", answer, harmony_calls(answer), path,
                           reasoning="".join(re.findall(ANALYSIS, answer, re.S)))


def own_messages(conversation):
    own = []
    for message in re.split(r"\n*(?=<\|start\|>)", conversation):
        own = [*own, message] if message.startswith("<|start|>assistant") else []
    return own


def harmony_calls(answer):
    calls = []
    for header, body in re.findall(r"<\|start\|>(.*?)<\|message\|>(.*?)(?=<\|start\|>|\Z)",
                                   answer, re.S):
        name = re.search(r"to=functions\.([\w.-]+)", header)
        try:
            if name:
                calls.append((name[1], json.loads(re.sub(r"<\|\w+\|>\s*\Z", "", body))))
        except ValueError:
            return None
    return calls


# Cline: conversations as JSON; tags of the tools that its system prompt names.

CLINE = {
    "execute_command": "command requires_approval", "read_file": "path",
    "write_to_file": "path content", "replace_in_file": "path diff",
    "search_files": "path regex file_pattern", "list_files": "path recursive",
    "list_code_definition_names": "path", "browser_action": "action url coordinate text",
    "use_mcp_tool": "server_name tool_name arguments", "access_mcp_resource": "server_name uri",
    "ask_followup_question": "question options", "attempt_completion": "result command",
    "plan_mode_respond": "response options", "load_mcp_documentation": "", "new_task": "context",
}


def cline(clone):
    seen = set()
    for path in clone.files(r".*api_conversation_history\.json"):
        try:
            conversation = json.loads(clone.text(path))
        except ValueError:
            continue
        for message in conversation:
            content = message.get("content")
            if message.get("role") != "assistant":
                continue
            parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
            for part in parts:
                text = part.get("text")
                if part.get("type") == "text" and text and text not in seen:
                    seen.add(text)
                    yield Text("cline", text, cline_calls(text), path, is_untyped=True)


def cline_calls(text):
    calls, at = [], 0
    opener = re.compile("<(" + "|".join(CLINE) + ")>")
    while found := opener.search(text, at):
        name = found.group(1)
        body, at = cline_body(name, text, found.end())
        if body is not None:
            calls.append((name, cline_arguments(name, body)))
    return calls


def cline_body(name, text, start):
    """The body of the call, and where it ends. A file may speak of the tag that would end it."""
    content = text.find("<content>", start)
    end = text.find(f"</{name}>", start)
    if name == "write_to_file" and start <= content < end:
        end = text.find(f"</{name}>", text.find("</content>", content))
    return (None, start) if end < 0 else (text[start:end], end)


def cline_arguments(name, body):
    arguments = {}
    keys = "|".join(CLINE[name].split()) or "-"
    at = 0
    while found := re.compile(f"<({keys})>").search(body, at):
        key = found.group(1)
        find = body.rfind if key == "content" else body.find
        end = find(f"</{key}>", found.end())
        if end < 0:
            break
        value = body[found.end():end]
        arguments[key] = re.sub(r"\A\r?\n|\r?\n\Z", "", value)
        at = end
    return arguments


# Small models: the raw content of each run. Answers of LFM2.5 are read with the names of the tools.

SMALL_TOOLS = json.dumps([{"type": "function", "function": {"name": name}}
                          for name in ["get_weather", "search_files", "schedule_meeting"]])


def small_models(clone):
    for path in clone.files(r"runs/default/.*\.json"):
        report = json.loads(clone.text(path))
        model = report["model_name"]
        for answer in (answer for run in report["runs"] for answer in run):
            text = answer.get("raw_content") or ""
            if model.startswith("lfm2"):
                yield Text("lfm2", text, leading_list(text), path, tools=SMALL_TOOLS)
            elif "<tool_call>" in text or "</tool_call>" in text:
                yield Text("hermes", text, hermes_calls(text), path, reasoning=thought(text))
            elif "<|python_tag|>" in text:
                yield Text("llama3_json", text, None, path)


# Qwen behind vLLM: what stayed in the text.

def qwen(clone):
    for path in clone.files(r"results/output_format/.*\.json"):
        family = {"qwen3-8b.json": "qwen3", "qwen3-coder-30b-a3b-awq.json": "qwen3_coder"}
        family = family.get(path.split("/")[-1], "hermes")
        report = json.loads(clone.text(path))
        for results in (value for key, value in report.items() if key.endswith("_results")):
            for answer in results.get("results", []):
                text = answer.get("content") or ""
                if "<tool_call>" in text or "<think>" in text:
                    yield Text(family, text, hermes_calls(text), path, reasoning=thought(text))


# WebDancer: conversations; each message is an answer.

def webdancer(clone):
    for path in clone.files(r"WebAgent/WebDancer/datasets/sample_traj\.jsonl"):
        for line in clone.lines(path):
            for message in json.loads(line)["messages"]:
                text = message["content"]
                if message["role"] == "assistant":
                    yield Text("hermes", text, hermes_calls(text), path, reasoning=thought(text))
                    yield Text("think", text, None, path, reasoning=thought(text))


# pydantic-ai: recorded HTTP in YAML. Its strings in double quotes are JSON, once they are unfolded.

def deepseek_r1(clone):
    for path in clone.files(r"tests/models/cassettes/test_huggingface/.*\.yaml"):
        cassette = clone.text(path)
        if "DeepSeek-R1" not in cassette:
            continue
        for folded in re.findall(r'content: "(<think>(?:[^"\\]|\\.)*)"', cassette, re.S):
            text = re.sub(r"\s*\n\s*", " ", re.sub(r"\\\n\s*", "", folded))
            text = re.sub(r"\\x(..)", r"\\u00\1", text).replace("\\ ", " ")
            text = re.sub(r"\\U(.{8})", lambda found: chr(int(found[1], 16)), text)
            try:
                text = json.loads(f'"{text}"')
            except ValueError:
                continue
            yield Text("deepseek_r1", text, None, path, reasoning=thought(text))


# FunctionGemma: notebooks that print "Output: …", and texts that were rendered to train it.

ESCAPED = re.compile(r"<start_function_call>\s*call:([\w.-]+)\{(.*?)\}\s*<end_function_call>", re.S)


def escaped_calls(text):
    return [(name, dict(re.findall(r"(\w+):<escape>(.*?)<escape>", body, re.S)))
            for name, body in ESCAPED.findall(text)]


def notebook_outputs(clone, pattern):
    for path in clone.files(pattern):
        try:
            cells = json.loads(clone.text(path))["cells"]
        except ValueError:
            continue
        for output in (output for cell in cells for output in cell.get("outputs", [])):
            text = output.get("text") or output.get("data", {}).get("text/plain") or ""
            yield path, "".join(text)


def functiongemma(clone):
    for path, output in notebook_outputs(clone, r"(docs/functiongemma|FunctionGemma)/.*\.ipynb"):
        for text in re.findall(r"Output: (.*)", output):
            if "<bos>" not in text:
                yield Text("functiongemma", text, escaped_calls(text), path, is_untyped=True)


def functiongemma_training(clone):
    for path in clone.files(r"training-runs/.*\.jsonl"):
        for line in clone.lines(path):
            text = json.loads(line)["text"].split("<start_of_turn>model\n")[-1]
            yield Text("functiongemma", text, escaped_calls(text), path, RENDERED, is_untyped=True)


def llama(clone):
    for path, output in notebook_outputs(clone, r".*Tool_Calling_101\.ipynb"):
        text = re.sub(r"\AAssistant: ", "", output)
        if text.startswith("<|python_tag|>"):
            called = re.match(r"<\|python_tag\|>(\w+)\.call\((\w+)=(\"[^\"]*\")\)", text)
            calls = [(called[1], {called[2]: json.loads(called[3])})] if called else None
            yield Text("llama3_json", text, calls, path)


# dynamo: streams of servers with what they mean, and what DeepSeek's encoder makes of messages.

STREAMS = {"qwen3-0.6B": "qwen3", "gpt-oss-20b": "harmony", "nemotron-49b": "nemotron_deci",
           "deepseek-v3": "deepseek_v3", "deepseek-v3.1": "deepseek_v31"}


def dynamo(clone):
    for path in clone.files(r"lib/llm/tests/data/(vllm|sglang)/.*_stream_.*\.json"):
        case = json.loads(clone.text(path))
        deltas = [choice["delta"] for item in case["input_stream"]
                  for choice in (item.get("data") or {}).get("choices", [])]
        text = "".join(delta.get("content") or "" for delta in deltas)
        calls = [(call["function"]["name"], json.loads(call["function"]["arguments"]))
                 for call in case["expected_output"].get("tool_calls", [])]
        kind = TESTS if "deepseek" in path else RECORDED
        yield Text(STREAMS[path.split("/")[-2]], text, calls, path, kind,
                   reasoning=case["expected_output"].get("reasoning_content") or None)
    yield from dynamo_tests(clone)
    for path in clone.files(r"lib/llm/tests/data/deepseek-v3\.2/test_output.*\.txt"):
        conversation = clone.text(path).partition("<｜Assistant｜>")[2]
        for part in re.split(r"<｜Assistant｜>|</function_results>\s*", conversation):
            text = re.split(r"<｜User｜>|\s*<function_results>", part)[0]
            yield Text("deepseek_v32", text, dsml_calls(text), path, RENDERED)


def dsml_calls(text):
    calls = []
    for name, body in re.findall(r'<｜DSML｜invoke name="([^"]*)">(.*?)</｜DSML｜invoke>', text, re.S):
        values = re.findall(r'<｜DSML｜parameter name="([^"]*)" string="(\w+)">(.*?)'
                            r'</｜DSML｜parameter>', body, re.S)
        calls.append((name, {key: value if is_text == "true" else json.loads(value)
                             for key, is_text, value in values}))
    return calls


# Tests of other parsers.

def sonar(clone):
    return vllm_tests(
        clone, r"tests/.*/test_(\w+_tool_parser|seed_oss|inkling|minimax_m2|nemotron_v3|qwen3)\.py"
        r"|tests/parser/mistral/test_tool_calls\.py")


def aphrodite(clone):
    """The texts that the newer fork no longer has."""
    return vllm_tests(
        clone, r"tests/.*/test_(deepseekv31|glm4_moe|hermes|minimax|seed_oss)_tool_parser\.py")


def vllm_tests(clone, pattern):
    seen = set()
    for path in clone.files(pattern):
        family = parser_tests.family_of(path)
        for text, calls in parser_tests.cases(clone.text(path)):
            if family and (family, text) not in seen:
                seen.add((family, text))
                yield Text(family, text, calls, path, TESTS, is_untyped=True)


RUST = {"nemotron_deci": "nemotron_deci", "phi4": "phi4_mini", "mistral": "mistral",
        "llama3_json": "llama3_json", "hermes": "hermes", "pythonic": "pythonic",
        "qwen3_coder": "qwen3_coder", "minimax_m2": "minimax_m2", "harmony": "harmony",
        "deepseek_v3": "deepseek_v3", "deepseek_v3_1": "deepseek_v31",
        "deepseek_v3_2": "deepseek_v32"}


def dynamo_tests(clone):
    """Tests with one text, which say the name and each argument of the calls."""
    for path in clone.files(r"lib/parsers/src/tool_calling/parsers\.rs"):
        for test in clone.text(path).split("async fn test_")[1:]:
            texts = re.findall(r'let \w+ =\s*r#"(.*?)"#;', test, re.S)
            family = re.search(r'Some\("(\w+)"\)', test)
            counts = re.findall(r"result\.len\(\), (\d+)", test)
            calls = rust_calls(test)
            if len(texts) == 1 and family and family[1] in RUST and counts == [str(len(calls))]:
                yield Text(RUST[family[1]], texts[0], calls, path, TESTS, is_untyped=True)


def rust_calls(test):
    """The calls; none where an argument is looked at in another way."""
    calls = []
    if test.count('args["') != len(re.findall(r'assert_eq!\(args\["\w+"\],', test)):
        return calls
    for name, key, value in re.findall(r'assert_eq!\(name, "(.*?)"\)|'
                                       r'assert_eq!\(args\["(\w+)"\], (.*?)\);', test):
        if name:
            calls.append((name, {}))
        elif calls:
            try:
                calls[-1][1][key] = json.loads(value)
            except ValueError:
                return []
    return calls


def unified_tests(clone):
    """Tests of dynamo's newer parsers, of the families that no other repository here has."""
    for path in clone.files(r"src/unified/(beam|muse_spark)\.rs"):
        family = path.split("/")[-1].removesuffix(".rs")
        for text, calls, reasoning in rust_tests.cases(clone.text(path)):
            yield Text(family, text, calls, path, TESTS, is_untyped=True, reasoning=reasoning)


ALL = [
    Source("HuanzhiMao/BFCL-Result", "answers of some 70 models to the questions of BFCL", bfcl),
    Source("aldehir/gpt-oss-tool-calling-notebook", "gpt-oss behind llama.cpp, raw", harmony),
    Source("thetom42/stock-portfolio", "conversations of Cline", cline),
    Source("Jasonleonardvolk/Tori", "conversations of Cline", cline),
    Source("MikeVeerman/tool-calling-benchmark", "small models on one machine", small_models),
    Source("hanXen/vllm-qwen2.5-coder-tool-parser", "Qwen behind vLLM", qwen),
    Source("Alibaba-NLP/DeepResearch", "WebDancer's conversations with its tools", webdancer),
    Source("pydantic/pydantic-ai", "answers of DeepSeek R1", deepseek_r1),
    Source("google-gemini/gemma-cookbook", "FunctionGemma in notebooks", functiongemma),
    Source("tidepool-heavy-industries/functiongemma-training",
           "texts that FunctionGemma is trained on", functiongemma_training),
    Source("meta-llama/llama-cookbook", "Llama 3.1 in a notebook", llama),
    Source("zinuga/dynamo", "streams of servers, and what DeepSeek's encoder writes", dynamo),
    Source("dphnAI/sonar", "tests of parsers, of a fork of vLLM", sonar),
    Source("aphrodite-engine/aphrodite-engine", "older ones of the same", aphrodite),
    Source("dynamo-parsers-v2", "tests of parsers, of a package of crates.io", unified_tests),
]
