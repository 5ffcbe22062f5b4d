"""Makes a page of each public module of the Python package, from its doc strings."""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pages import Site

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
#: Classes that only hold values, whose fields have no doc strings.
DECORATORS = {"property", "staticmethod", "classmethod"}


def is_public(name: str) -> bool:
    return not name.startswith("_")


#: Doc strings that are set after the definition, by its name.
LATER: dict[str, str] = {}


def doc_of(node: Definition) -> str:
    if node.name in LATER:
        return inspect.cleandoc(LATER[node.name])
    return inspect.cleandoc(ast.get_docstring(node) or "")


def signature(node: ast.FunctionDef | ast.AsyncFunctionDef, owner: str = "") -> str:
    arguments = ast.unparse(node.args)
    for word in ("self, ", "cls, ", "self", "cls"):
        if owner and arguments.startswith(word):
            arguments = arguments.removeprefix(word)
            break
    arguments = arguments.removeprefix("/, ")
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    prefix = "async def " if isinstance(node, ast.AsyncFunctionDef) else "def "
    code = f"{prefix}{node.name}({arguments}){returns}"
    for name in ("tagstream._types.", "tagstream._options.", "tagstream._core."):
        code = code.replace(name, "")
    return code


def sentences_of(node: ast.ClassDef) -> dict[str, str]:
    """The doc strings of fields, which a decorator gives them."""
    return {one.arg or "": ast.literal_eval(one.value) for call in node.decorator_list
            if isinstance(call, ast.Call) for one in call.keywords
            if isinstance(one.value, ast.Constant) and isinstance(one.value.value, str)}


def fields_of(node: ast.ClassDef) -> list[str]:
    rows = []
    sentences = sentences_of(node)
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and is_public(line.target.id):  # type: ignore[union-attr]
            kind = ast.unparse(line.annotation).replace("|", "&#124;")
            value = f" = {ast.unparse(line.value)}" if line.value else ""
            doc = sentences.get(ast.unparse(line.target), "")
            rows.append(f"- `{ast.unparse(line.target)}`: <code>{kind}{value}</code>"
                        f"{'. ' if doc else ''}{quoted(doc)}")
        elif isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant):
            rows.append(f"- `{ast.unparse(line)}`")
        elif isinstance(line, ast.FunctionDef) and any(
                ast.unparse(one) == "property" for one in line.decorator_list):
            if is_public(line.name):
                kind = ast.unparse(line.returns) if line.returns else ""
                for name in ("tagstream._types.", "tagstream._core."):
                    kind = kind.replace(name, "")
                doc = " ".join(doc_of(line).split())
                rows.append(f"- `{line.name}`: `{kind}`{'. ' if doc else ''}{quoted(doc)}")
    return rows


def quoted(text: str) -> str:
    """Prose, in which `*`, `_` and `<` are signs of their own."""
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = parts[i].replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;")
    return "`".join(parts)


def prose(doc: str) -> str:
    lines = []
    for line in doc.split("\n"):
        if line.startswith("    "):
            lines.append(line)
            continue
        if line.startswith("* ") and lines and lines[-1] and not lines[-1].startswith("* "):
            lines.append("")
        lines.append("* " + quoted(line[2:]) if line.startswith("* ") else quoted(line))
    return "\n".join(lines)


class Module:
    """The page of one module."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: list[str] = []
        self.missing: list[str] = []

    def said(self, node: Definition, owner: str = "") -> list[str]:
        doc = doc_of(node)
        if not doc:
            self.missing.append(f"{self.name}: no doc string: {owner}{node.name}")
        return [prose(doc)]

    def add(self, node: Definition) -> None:
        if not isinstance(node, ast.ClassDef):
            self.parts += [f"## `{node.name}`", f"```python\n{signature(node)}\n```",
                           *self.said(node)]
            return
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        self.parts += [f"## `class {node.name}{f'({bases})' if bases else ''}`", *self.said(node)]
        if fields := fields_of(node):
            self.parts.append("\n".join(fields))
        seen = set()
        for method in node.body:
            if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            words = [ast.unparse(one) for one in method.decorator_list]
            if not is_public(method.name) or "property" in words or method.name in seen:
                continue
            if "overload" in words and not doc_of(method):
                continue
            seen.add(method.name)
            self.parts += [f"### `{node.name}.{method.name}`",
                           f"```python\n{signature(method, node.name)}\n```",
                           *self.said(method, f"{node.name}.")]


def definitions(tree: ast.Module) -> dict[str, Definition]:
    found: dict[str, Definition] = {}
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.name not in found or doc_of(node):
                found[node.name] = node
    return found


def exported(tree: ast.Module) -> list[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return [name for name in definitions(tree) if is_public(name)]


def write(root: Path, site: Site) -> list[tuple[str, str]]:
    """Writes the pages; gives their titles and names. Ends the program if a doc string is missing."""
    folder = root / "bindings/python/package/tagstream"
    trees = {file.name: ast.parse(file.read_text())
             for file in sorted([*folder.glob("*.py"), *folder.glob("*.pyi")])}
    for tree in trees.values():
        for node in ast.walk(tree):
            if (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
                    and ast.unparse(node.targets[0]).endswith(".__doc__")):
                LATER[ast.unparse(node.targets[0]).removesuffix(".__doc__")] = (
                    ast.literal_eval(node.value.args[0]))
    private: dict[str, Definition] = {}
    for file, tree in trees.items():
        if file.startswith("_"):
            private |= definitions(tree)
    entries, missing = [], []
    for file, tree in trees.items():
        if file.startswith("_") and file != "__init__.py":
            continue
        name = "tagstream" if file == "__init__.py" else f"tagstream.{file.removesuffix('.py')}"
        module = Module(name)
        module.parts = [f"# `{name}`", prose(inspect.cleandoc(ast.get_docstring(tree) or ""))]
        found = definitions(tree) | (private if file == "__init__.py" else {})
        for one in exported(tree):
            if one in found:
                module.add(found[one])
            elif one in private:
                module.add(private[one])
        page = f"api/python_{name.replace('.', '_')}.md"
        site.write(page, "\n\n".join(part for part in module.parts if part) + "\n")
        missing += module.missing
        entries.append((name.removeprefix("tagstream."), page))
    if missing:
        sys.exit("\n".join(missing))
    return entries
