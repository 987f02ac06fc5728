"""Values in templates, found and written with less work than Django takes for any value at all.

A page writes hundreds of values.  Nearly all of them are texts and whole numbers, found as
attributes of objects or in dictionaries; every other case is left to Django.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from django.conf import settings
from django.template import Context, Node, VariableDoesNotExist
from django.template.base import (
    FilterExpression,
    Variable,
    VariableNode,
    render_value_in_context,
)
from django.template.defaulttags import TemplateLiteral
from django.template.smartif import TokenBase
from django.utils.safestring import SafeString

from games.remembering import when_setting_changes

MISSING = object()


class QuickVariable(Variable):
    """A variable that is looked up in the way that its owner's type allows, without trying others.

    Django first tries each object as a dictionary, and makes an exception for it.
    """

    __slots__ = ()

    def resolve(self, context: Any) -> Any:
        value = self.find(context)
        return super().resolve(context) if value is MISSING else value

    def find(self, context: Any) -> Any:
        """The value; ``MISSING`` if the context does not have its first name."""
        lookups = self.lookups
        if self.translate or not lookups or not isinstance(context, Context):
            return super().resolve(context)  # a tag may have it translated at any time
        value = given(context, lookups[0])
        if value is MISSING or callable(value):
            return value if value is MISSING else super().resolve(context)
        for name in lookups[1:]:
            kind = type(value)
            if kind is dict:
                value = value.get(name, MISSING)
            elif kind in _INDEXED or (kind not in _PLAIN and _is_indexed(kind)):
                return super().resolve(context)
            else:
                value = getattr(value, name, MISSING)
            if value is MISSING or callable(value):
                return super().resolve(context)
        return value


_INDEXED: set[type] = set()  # types whose values Django asks for an item before an attribute
_PLAIN: set[type] = set()


def _is_indexed(kind: type) -> bool:
    found = hasattr(kind, "__getitem__")
    (_INDEXED if found else _PLAIN).add(kind)
    return found


def given(context: Context, name: str) -> Any:
    """What the context has under this name, or ``MISSING``."""
    for names in reversed(context.dicts):
        if name in names:
            return names[name]
    return MISSING


class QuickLiteral(TemplateLiteral):
    """A variable in a condition, None if there is none of this name."""

    def eval(self, context: Any) -> Any:
        expression: Any = self.value
        try:
            value = expression.var.find(context)
        except VariableDoesNotExist:
            return None
        return None if value is MISSING else value


class ValueNode(Node):
    """``{{ name }}`` without filters; writes texts and whole numbers without asking for more."""

    child_nodelists = ()

    def __init__(self, node: VariableNode):
        self._node = node
        self._variable: Any = node.filter_expression.var
        self.token, self.origin = node.token, node.origin

    def render(self, context: Any) -> str:
        try:
            value = self._variable.find(context)
        except VariableDoesNotExist:
            value = MISSING
        return self._node.render(context) if value is MISSING else written(value, context)


def written(value: Any, context: Context) -> str:
    """A value as a template writes it."""
    kind = type(value)
    if kind is SafeString:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return escape(value) if context.autoescape else value
    if kind is int and not _numbers["grouped"]:
        return str(value)
    return render_value_in_context(value, context)


_numbers: dict[str, bool] = {}  # quicker to find than a setting


def _ask_how_numbers_are_written() -> None:
    _numbers["grouped"] = settings.USE_THOUSAND_SEPARATOR


_ask_how_numbers_are_written()
when_setting_changes("USE_THOUSAND_SEPARATOR", _ask_how_numbers_are_written)


def quicker(node: Node) -> Node:
    """This node with quick variables; a node that only writes a variable is replaced."""
    for variable in _variables(list(vars(node).values())):
        if type(variable) is Variable and variable.lookups:
            variable.__class__ = QuickVariable
    for condition, _ in getattr(node, "conditions_nodelists", ()):
        for literal in _literals(condition):
            literal.__class__ = QuickLiteral
    if type(node) is VariableNode and not node.filter_expression.filters and isinstance(
            node.filter_expression.var, QuickVariable):
        return ValueNode(node)
    return node


def _variables(found: Any) -> Iterator[Variable]:
    """All variables in the expressions of a node, but not those of the nodes inside it."""
    if isinstance(found, Variable):
        yield found
    elif isinstance(found, FilterExpression):
        yield from _variables(found.var)
        yield from _variables([argument for _, pairs in found.filters for _, argument in pairs])
    elif isinstance(found, TokenBase):
        yield from _variables([found.value, found.first, found.second])
    elif type(found) in (list, tuple):
        for one in found:
            yield from _variables(one)
    elif type(found) is dict:
        yield from _variables(list(found.values()))


def _literals(condition: Any) -> Iterator[TemplateLiteral]:
    """The variables without filters in a condition."""
    if isinstance(condition, TemplateLiteral):
        expression: Any = condition.value
        if not expression.filters and isinstance(expression.var, QuickVariable):
            yield condition
    elif isinstance(condition, TokenBase):
        yield from _literals(condition.first)
        yield from _literals(condition.second)
