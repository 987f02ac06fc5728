"""Names that a visitor may give to fields of a query or form, whether or not anybody reads them.

A name that becomes the keyword of a call would be that of one of our parameters.
"""

from __future__ import annotations

import ast
import keyword
from functools import cache
from pathlib import Path

CODE = Path(__file__).resolve().parents[1] / "games"
OTHERS = ("__class__", "__init__", "0", "", "a b", "a.b", "a[]", "a[b]", "ä", "%", "{0}", "csrf",
          "cls", "args", "kwargs", "status", "format", "_method", "pk", "id__gt", "user__email")


@cache
def odd_names() -> tuple[str, ...]:
    """Return Python's keywords, the names of all parameters of our functions, and stranger ones."""
    found = {argument.arg for path in CODE.rglob("*.py") if "migrations" not in path.parts
             for function in ast.walk(ast.parse(path.read_text("utf-8")))
             if isinstance(function, ast.FunctionDef | ast.Lambda)
             for argument in (*function.args.posonlyargs, *function.args.args,
                              *function.args.kwonlyargs)}
    return tuple(sorted({*keyword.kwlist, *keyword.softkwlist, *found, *OTHERS}))
