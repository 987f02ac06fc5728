"""The check for private names: what it finds in a module and in a class, and what it leaves."""

from __future__ import annotations

import ast
import inspect
import runpy
from email.generator import BytesGenerator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from allauth.account.forms import RequestLoginCodeForm
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.core.mail.backends.smtp import EmailBackend

CHECK = runpy.run_path(str(Path(settings.BASE_DIR) / ".ci" / "private_names.py"))
OURS = "class Room:\n    _floor = 1\n    def _walls(self):\n        self._door, _roof = 1, 2\n"


def found(source: str) -> list[str]:
    """Return what the check finds in a module beside OURS."""
    known = CHECK["defined"]([ast.parse(OURS), ast.parse(source)])
    return [text for _, text in CHECK["findings"](ast.parse(source), known)]


@pytest.mark.parametrize("source", [
    "import x._y",
    "import x._y as y",
    "from x._y import z",
    "from x import _y",
    "from x import _y as y",
    "from x.internal.flows import z",
    "from x import internal",
    "from os import _wrap_close",
    "def look(rows): return rows._result_cache",
    "def change(rows): rows._prefetch_done = True",
    "def change(rows): del rows._result_cache",
    "import x\nx.y()._z()",
    "def look(rows): return getattr(rows, '_result_cache', None)",
    "def change(rows): setattr(rows, '_result_cache', [])",
    "def change(node): node.__class__ = Quick",
    "from django.core.signals import setting_changed",
    "from django.test.signals import setting_changed as changed",
])
def test_a_private_name_of_somebody_else_is_found(source: str) -> None:
    assert len(found(source)) == 1


@pytest.mark.parametrize("source", [
    "from __future__ import annotations",
    "from django.utils.translation import gettext as _",
    "from games.drawing import _canvas",
    "from . import _canvas",
    "import x as _x\n_x.y()",
    "def look(room): return room._floor, room._walls(), room._door",
    "def look(x): return x.__class__, x.__dict__, x._missing_, getattr(x, 'y', x)",
    "import os\nos._exit(0)",
    "def look(model): return model._meta.db_table",
])
def test_our_own_and_documented_names_are_left_alone(source: str) -> None:
    assert found(source) == []


def test_a_line_says_where_and_what() -> None:
    tree = ast.parse("\n\ndef look(rows):\n    return rows.all()._result_cache")
    assert [*CHECK["findings"](tree, set())] == [(4, "uses rows.all()._result_cache")]


class Overrides(BytesGenerator):
    """Overrides a private method of its base."""

    def _write_lines(self, lines: str) -> None:
        """Writes them."""


class Declares(EmailBackend):
    """Declares a private attribute of its base."""

    _send: Any


class Reads(SessionStore):
    """Reads what only a method of its base sets."""

    def look(self) -> Any:
        """Reads it."""
        return self._session_cache


class Calls(SessionStore):
    """Calls a private method of its base."""

    def look(self) -> Any:
        """Calls it."""
        return super()._get_session()


class Sets(Reads):
    """Sets a private attribute of a base of its base."""

    def change(self) -> None:
        """Sets it."""
        self._session_key = ""


class Own(RequestLoginCodeForm):  # type: ignore[misc]
    """Has private names that no base has, and its base's class of the same name."""

    _limit = 3
    kinds: ClassVar = {}

    class Meta:
        """Nothing private."""

    def __init__(self) -> None:
        super().__init__()
        self._network = ""

    def _count(self) -> int:
        _has_email = 1
        return self._limit


@pytest.mark.parametrize(("kind", "name"), [
    (Overrides, "_write_lines"), (Declares, "_send"), (Reads, "_session_cache"),
    (Calls, "_get_session"), (Sets, "_session_key"),
])
def test_a_private_name_of_a_base_is_found(kind: type, name: str) -> None:
    ((line, text),) = CHECK["inherited"](kind)
    assert text == f"uses {name}, which a base of {kind.__name__} has for itself"
    assert line >= inspect.getsourcelines(kind)[1]


def test_private_names_of_a_class_of_our_own_are_left_alone() -> None:
    assert [*CHECK["inherited"](Own)] == []
