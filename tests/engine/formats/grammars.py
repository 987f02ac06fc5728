"""The grammars of ``engine/formats/``, which Lark executes."""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedInput

from tests.engine.formats.vectors import FOLDER

STARTS = {"alexandros": ["order", "orders"], "campaign": ["order", "orders", "hidden"],
          "record": ["record"]}


@cache
def grammar(name: str) -> Lark:
    text = (FOLDER / f"{name}.lark").read_text("utf-8")
    return Lark(text, parser="lalr", start=STARTS[name])


def tree(name: str, text: str, start: str = "order") -> Any:
    """The parsed text; None if it does not match the grammar."""
    try:
        return grammar(name).parse(text, start=start)
    except UnexpectedInput:
        return None
