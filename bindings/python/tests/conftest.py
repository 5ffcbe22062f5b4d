"""A test of a package that not everybody has is left out where the package is missing;
bindings/python/test.sh --all names it, and so can't leave it out."""

from importlib.util import find_spec

NEEDS = {"test_litellm.py": "litellm", "test_openai.py": "httpx"}
NEEDS |= {"test_loops.py": "pydantic_ai", "test_sdk.py": "openai", "test_transport.py": "httpx"}
NEEDS |= {"test_template.py": "jinja2"}
collect_ignore = [name for name, module in NEEDS.items() if find_spec(module) is None]
