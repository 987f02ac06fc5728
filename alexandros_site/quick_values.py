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
from django.template.smartif import TokenBase
from django.utils.safestring import SafeString

_MISSING = object()


class QuickVariable(Variable):
    """A variable that is looked up in the way that its owner's type allows, without trying others.

    Django first tries each object as a dictionary, and makes an exception for it.
    """

    __slots__ = ()

    def resolve(self, context: Any) -> Any:
        if self.translate:  # which a tag may set at any time
            return super().resolve(context)
        first, *rest = self.lookups or ()
        value = _given(context, first) if isinstance(context, Context) else _MISSING
        for name in rest:
            if type(value) is dict:
                value = value.get(name, _MISSING)
            elif hasattr(type(value), "__getitem__"):
                return super().resolve(context)
            else:
                value = getattr(value, name, _MISSING)
            if callable(value):
                break
        return super().resolve(context) if value is _MISSING or callable(value) else value


def _given(context: Context, name: str) -> Any:
    for names in reversed(context.dicts):
        if name in names:
            return names[name]
    return _MISSING


class ValueNode(Node):
    """``{{ name }}`` without filters; writes texts and whole numbers without asking for more."""

    child_nodelists = ()

    def __init__(self, node: VariableNode):
        self._node, self._variable = node, node.filter_expression.var
        self.token, self.origin = node.token, node.origin

    def render(self, context: Any) -> str:
        try:
            value = self._variable.resolve(context)
        except VariableDoesNotExist:
            return self._node.render(context)
        kind = type(value)
        if kind is SafeString:
            return value  # type: ignore[no-any-return]
        if kind is str:
            return escape(value) if context.autoescape else value
        if kind is int and not settings.USE_THOUSAND_SEPARATOR:
            return str(value)
        return render_value_in_context(value, context)


def quicker(node: Node) -> Node:
    """This node with quick variables; a node that only writes a variable is replaced."""
    for variable in _variables(list(vars(node).values())):
        if type(variable) is Variable and variable.lookups:
            variable.__class__ = QuickVariable
    if type(node) is VariableNode and not node.filter_expression.filters and isinstance(
            node.filter_expression.var, Variable):
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
