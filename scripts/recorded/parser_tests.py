"""Texts and expected calls from the Python tests of a tool parser.

The tests are parsed, never run: strings, lists and dictionaries are put together as they stand
there, and what needs more than that is left out.
"""

import ast
import json

UNKNOWN = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
FAMILIES = {
    "test_deepseekv31_tool_parser.py": "deepseek_v31",
    "test_deepseekv32_tool_parser.py": "deepseek_v32",
    "test_deepseekv3_tool_parser.py": "deepseek_v3",
    "test_deepseekv4_tool_parser.py": "deepseek_v4",
    "test_ernie45_moe_tool_parser.py": "ernie45",
    "test_glm47_moe_tool_parser.py": "glm47",
    "test_glm4_moe_tool_parser.py": "glm45",
    "test_minicpm5xml_tool_parser.py": "minicpm5",
    "test_tool_calls.py": "mistral",
    "test_phi4mini_tool_parser.py": "phi4_mini",
    "test_qwen3coder_tool_parser.py": "qwen3_coder",
    "test_step3p5_tool_parser.py": "qwen3_coder",
    "test_rust_tool_parser.py": None,
    "test_minimax_tool_parser.py": "minimax_m1",
    "test_openai_tool_parser.py": None,
    "test_seed_oss.py": "seed_oss",
    "test_inkling.py": "inkling",
    "test_minimax_m2.py": "minimax_m2",
    "test_nemotron_v3.py": "nemotron3",
    "test_qwen3.py": "qwen3_coder",
}


def family_of(path):
    name = path.split("/")[-1]
    return FAMILIES.get(name, name.removeprefix("test_").removesuffix("_tool_parser.py"))


class Call(tuple):
    """(name, arguments) of a ToolCall."""


class Values:
    """The values of expressions that need nothing but the file."""

    def __init__(self, tree):
        self.names = {}
        self.functions = {node.name: node for node in tree.body
                          if isinstance(node, ast.FunctionDef)}
        changed = {node.target.id for node in tree.body if isinstance(node, ast.AugAssign)}
        for node in tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)]) if name not in changed:
                    try:
                        self.names[name] = self.of(node.value)
                    except UNKNOWN:
                        pass

    def of(self, node, local=None):
        known = {**self.names, **(local or {})}
        match node:
            case ast.Constant():
                return node.value
            case ast.Name():
                return known[node.id]
            case ast.List() | ast.Tuple():
                return [self.of(item, local) for item in node.elts]
            case ast.Dict():
                return {self.of(key, local): self.of(value, local)
                        for key, value in zip(node.keys, node.values)}
            case ast.UnaryOp(op=ast.USub()):
                return -self.of(node.operand, local)
            case ast.BinOp(op=ast.Add()):
                return self.of(node.left, local) + self.of(node.right, local)
            case ast.JoinedStr():
                return "".join(self.of(part, local) for part in node.values)
            case ast.FormattedValue(format_spec=None, conversion=-1):
                return str(self.of(node.value, local))
            case ast.Call():
                return self.call(node, local)
            case ast.GeneratorExp(generators=[ast.comprehension(ifs=[])]):
                return self.each(node, local or {})
        raise ValueError(node)

    def each(self, node, local):
        """The items of `... for k, v in VALUE.items()`, or of `... for v in VALUE`."""
        loop = node.generators[0]
        match loop.iter:
            case ast.Call(func=ast.Attribute(attr="items"), args=[]):
                items = self.of(loop.iter.func.value, local).items()
                keys = [name.id for name in loop.target.elts]
                return [self.of(node.elt, local | dict(zip(keys, item))) for item in items]
        items = self.of(loop.iter, local)
        return [self.of(node.elt, local | {loop.target.id: item}) for item in items]

    def call(self, node, local):
        name = ast.unparse(node.func)
        keys = {word.arg: word.value for word in node.keywords}
        if name in ("ToolCall", "MistralToolCall"):
            return self.of(keys["function"], local)
        if name == "FunctionCall":
            values = arguments(self.of(keys["arguments"], local))
            return Call((self.of(keys["name"], local), values))
        if name in ("json.dumps", "json.loads"):
            value = self.of(node.args[0], local)
            ascii_only = "ensure_ascii" not in keys or self.of(keys["ensure_ascii"], local)
            return json.loads(value) if name == "json.loads" else json.dumps(
                value, ensure_ascii=ascii_only)
        if name == "pytest.param":
            return [self.of(item, local) for item in node.args]
        if name.endswith(".join"):
            return self.of(node.func.value, local).join(self.of(node.args[0], local))
        return self.inline(self.functions[name], node, local)

    def inline(self, function, node, local):
        """The value of a function that only puts text together."""
        values = [self.of(item, local) for item in node.args]
        names = [argument.arg for argument in function.args.args]
        given = dict(zip(names, values))
        if function.args.vararg:
            given[function.args.vararg.arg] = values[len(names):]
        given |= {word.arg: self.of(word.value, local) for word in node.keywords}
        for name, value in zip(reversed(names), reversed(function.args.defaults)):
            given.setdefault(name, self.of(value))
        return self.run(function.body, given)

    def run(self, body, local):
        """The value that the lines return; None if they return none."""
        for line in body:
            match line:
                case ast.Expr(value=ast.Constant()):
                    pass
                case ast.Return():
                    return self.of(line.value, local)
                case ast.Assign(targets=[ast.Name(id=name)]):
                    local[name] = self.of(line.value, local)
                case ast.AugAssign(target=ast.Name(id=name), op=ast.Add()):
                    local[name] += self.of(line.value, local)
                case ast.If(test=ast.Name()):
                    branch = line.body if self.of(line.test, local) else line.orelse
                    returned = self.run(branch, local)
                    if returned is not None:
                        return returned
                case _:
                    raise ValueError(line)
        return None


def arguments(value):
    return json.loads(value) if isinstance(value, str) else value


def cases(source):
    """(text, calls) of a test file, each text once."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    values = Values(tree)
    seen = set()
    for find in (from_parameters, from_config, from_asserts):
        for node in ast.walk(tree):
            for text, calls in find(values, node):
                if text and text not in seen and all(name for name, _ in calls):
                    seen.add(text)
                    yield text, [tuple(call) for call in calls]


def from_parameters(values, node):
    """The rows of @pytest.mark.parametrize, and each pytest.param."""
    if not isinstance(node, ast.Call):
        return
    if ast.unparse(node.func) == "pytest.param":
        rows = [node]
    elif ast.unparse(node.func).endswith("parametrize"):
        words = {word.arg: word.value for word in node.keywords}
        rows = words.get("argvalues", node.args[1] if len(node.args) > 1 else None)
        rows = getattr(rows, "elts", [])
    else:
        return
    for row in rows:
        try:
            row = values.of(row)
        except UNKNOWN:
            continue
        if isinstance(row, list):
            yield from cases_of_row(row)


def cases_of_row(cells):
    """The calls, as a list of them or as names and arguments; the text stands before them."""
    for text, cell, after in zip(cells, cells[1:], [*cells[2:], None]):
        if not isinstance(text, str):
            continue
        if are_all(cell, Call):
            yield text, cell
        elif are_all(cell, str) and are_all(after, dict) and len(cell) == len(after):
            yield text, list(zip(cell, after))


def are_all(cell, kind):
    return isinstance(cell, list) and cell and all(isinstance(item, kind) for item in cell)


def from_config(values, node):
    """The answer with one call of a ToolParserTestConfig."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "ToolParserTestConfig":
        return
    words = {word.arg: word.value for word in node.keywords}
    try:
        text = values.of(words["single_tool_call_output"])
        name = words.get("single_tool_call_expected_name", ast.Constant("get_weather"))
        expected = words.get("single_tool_call_expected_args")
        yield text, [(values.of(name), values.of(expected) if expected else {"city": "Tokyo"})]
    except UNKNOWN:
        pass


def from_asserts(values, node):
    """A test with one text, which says the name and the arguments of each call."""
    if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test"):
        return
    texts, names, found, counts = [], [], [], []
    for line in ast.walk(node):
        try:
            match line:
                case ast.Assign(targets=[ast.Name(id="model_output" | "text" | "output" | "out")]):
                    texts.append(values.of(line.value))
                case ast.Call(func=ast.Name(id="_feed")):
                    texts.append("".join(values.of(line.args[1])))
        except UNKNOWN:
            texts.append(None)
    for line in ast.walk(node):
        if isinstance(line, ast.Assert):
            note_assert(values, line.test, names, found, counts)
    count = counts[0] if counts else len(names)
    if len(texts) == 1 and isinstance(texts[0], str) and len(names) == len(found) == count > 0:
        yield texts[0], list(zip(names, found))


def note_assert(values, test, names, found, counts):
    match test:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            try:
                value, what = values.of(right), ast.unparse(left)
                if what.endswith(("arguments", "['arguments']")):
                    value = arguments(value)
            except UNKNOWN:
                return
            if what.startswith("len(") and "call" in what:
                counts.append(value)
            elif what.endswith((".name", "['name']")) and isinstance(value, str):
                names.append(value)
            elif ".name for " in what and are_all(value, str):
                names.extend(value)
            elif isinstance(value, dict) and ("arguments" in what or what == "args"):
                found.append(value)
