"""The calls of a text, read without tagstream: by json, by Python's ast, by regular expressions."""

import ast
import json
import re
import warnings

warnings.simplefilter("ignore", SyntaxWarning)  # of Python, in what models write


def call_of(value, keys=("arguments",)):
    """(name, arguments) of an object, or None."""
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return None
    arguments = next((value[key] for key in keys if key in value), None)
    return (value["name"], arguments) if isinstance(arguments, dict) else None


def json_or_literal(text):
    """The value of the text as JSON, else as a Python literal; ValueError if it is neither."""
    try:
        return json.loads(text, strict=False)
    except ValueError:
        pass
    try:
        tree = ast.parse(text.strip(), mode="eval")
        return plain(ast.literal_eval(JsonWords().visit(tree)))
    except (SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(text) from error


class JsonWords(ast.NodeTransformer):
    """true, false and null as Python has them."""

    def visit_Name(self, node):  # pylint: disable=invalid-name
        words = {"true": True, "false": False, "null": None}
        return ast.Constant(words[node.id]) if node.id in words else node


def plain(value):
    """As JSON would have it: lists for tuples, text for keys."""
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key if isinstance(key, str) else json.dumps(key): plain(item)
                for key, item in value.items()}
    if value is not None and not isinstance(value, (str, bool, int, float)):
        raise ValueError(value)
    return value


def list_of_calls(value, keys=("arguments",)):
    """The calls of a list whose items all are calls, else None."""
    calls = [call_of(item, keys) for item in (value if isinstance(value, list) else [value])]
    return calls if calls and all(calls) else None


def tagged_json(text, opener="<tool_call>", closer="</tool_call>"):
    """The calls between two tags, without those whose body is no call."""
    calls = []
    for part in text.split(opener)[1:]:
        body = part.split(closer)[0]
        for body in [body, body.split("<|")[0]]:
            try:
                calls += list_of_calls(json_or_literal(body)) or []
            except ValueError:
                continue
            break
    return calls


def python_calls(text):
    """The calls of a list such as [f(a=1), g()], or of lists with commas between them, as Python
    itself reads them, else None."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        lists = tree.elts if isinstance(tree, ast.Tuple) else [tree]
        if not all(isinstance(one, ast.List) and one.elts for one in lists):
            return None
        return [python_call(item) for one in lists for item in one.elts]
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return None


def python_call(node):
    if not isinstance(node, ast.Call) or node.args or any(k.arg is None for k in node.keywords):
        raise ValueError(node)
    names = [keyword.arg for keyword in node.keywords]
    if len(set(names)) < len(names) or not re.fullmatch(r"[\w.]+", ast.unparse(node.func)):
        raise ValueError(names)
    arguments = {k.arg: plain(ast.literal_eval(k.value)) for k in node.keywords}
    return ast.unparse(node.func), arguments


def without_fence(text):
    """The content of the code fence that is the whole text; any other text itself."""
    found = re.fullmatch(r"\s*(`{3,})[^`\n]*\n((?:(?!```).)*)\1\s*", text, re.S)
    return found[2] if found else text


def hermes_calls(text):
    """The calls after the reasoning, one before a lonely closer included."""
    text = text.split("</think>")[-1]
    return tagged_json(text if "<tool_call>" in text else "<tool_call>" + text)


def thought(text):
    """The reasoning that the text begins with; None if there is none, or if it never closes."""
    found = re.match(r"\s*<think>(.*?)</think>", text, re.S)
    return found[1] if found else None


def leading_list(text):
    """The calls of the list that the text begins with."""
    for found in re.finditer(r"\]", text):
        calls = python_calls(text[:found.end()])
        if calls:
            return calls
    return []
