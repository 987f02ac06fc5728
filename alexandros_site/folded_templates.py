"""A template loader that joins what is the same in every response.

Half of what a template does is to translate fixed sentences and to look up fixed addresses.  This
loader joins such tags with the text around them into one node, which keeps its text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.signals import setting_changed
from django.template import Node, NodeList, Template
from django.template.base import FilterExpression, Origin, TextNode, Variable
from django.template.context import Context
from django.template.defaulttags import (
    CommentNode,
    CsrfTokenNode,
    CycleNode,
    IfChangedNode,
    LoadNode,
    URLNode,
)
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.template.loaders import cached
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.urls import get_script_prefix, get_urlconf
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from alexandros_site import quick_nodes, quick_values
from alexandros_site.quick_nodes import QuickList
from games.remembering import Remembered


class Loader(cached.Loader):
    """Django's cached loader, whose templates are folded when they are loaded."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        template = super().get_template(template_name, skip)
        if not isinstance(template.nodelist, _Folded):
            template.nodelist = _Folded(_fold(template.nodelist))
        return template


class _Folded(QuickList):
    """A folded list, which finds its blocks only once: every page that extends it asks for them."""

    contains_nontext = True

    def get_nodes_by_type(self, nodetype: type[Node]) -> list[Node]:
        found = self.__dict__.setdefault("_found", {})
        if nodetype not in found:
            found[nodetype] = super().get_nodes_by_type(nodetype)
        return list(found[nodetype])


class FixedNode(Node):
    """Nodes whose text depends on nothing but the language and the addresses of this site."""

    def __init__(self, nodes: list[Node]):
        self._nodes = nodes
        self._texts: dict[tuple[Any, ...], SafeString] = {}
        self.token = nodes[0].token
        self.origin = nodes[0].origin
        _made.append(self)

    def render(self, context: Context) -> SafeString:
        key = _circumstances(context)
        text = self._texts.get(key)
        if text is None:
            parts = (str(node.render_annotated(context)) for node in self._nodes)
            text = self._texts[key] = mark_safe("".join(parts))  # noqa: S308 - as each node made it
        return text

    def forget(self) -> None:
        """Renders the nodes again next time."""
        self._texts.clear()


class InlinedNode(Node):
    """A part that a template includes by its name, rendered without looking it up again.

    Unlike Django's own node it does not separate what the nodes of the two templates note for
    themselves while they are rendered, so parts with nodes that do so are left to Django's.
    """

    def __init__(self, node: IncludeNode):
        self._node, self._values = node, [*node.extra_context.items()]
        self._parts: dict[str, NodeList | None] = {}  # by name, None for those left to Django
        self.token, self.origin = node.token, node.origin

    def render(self, context: Context) -> SafeString:
        name = self._node.template.resolve(context)
        named = isinstance(name, str) and not name.startswith(".")
        nodes = self._part(name, context) if named else None
        if nodes is None:
            return self._node.render(context)
        if not self._values:
            return nodes.render(context)
        with context.push(**{name: value.resolve(context) for name, value in self._values}):
            return nodes.render(context)

    def _part(self, name: str, context: Context) -> NodeList | None:
        if name not in self._parts:
            assert context.template is not None  # as always while a template is rendered
            nodes = context.template.engine.get_template(name).nodelist
            notes = any(nodes.get_nodes_by_type(kind) for kind in _NOTING)
            self._parts[name] = None if notes else nodes
        return self._parts[name]


class AddressNode(Node):
    """A ``url`` tag that remembers the addresses it has found for the values of its arguments."""

    def __init__(self, node: URLNode):
        self._node, self.token, self.origin = node, node.token, node.origin

    def render(self, context: Context) -> str:
        values = [value.resolve(context) for value in self._node.args]
        named = [value.resolve(context) for value in self._node.kwargs.values()]
        key = (self, _circumstances(context), *map(str, values), *map(str, named))
        return _addresses.get(key, lambda: str(self._node.render(context)))


class FileNode(Node):
    """A ``static`` tag that remembers the addresses of the files it has been asked for."""

    def __init__(self, node: StaticNode):
        self._node, self.token, self.origin = node, node.token, node.origin

    def render(self, context: Context) -> str:
        key = (self, _circumstances(context), str(self._node.path.resolve(context)))
        return _addresses.get(key, lambda: str(self._node.render(context)))


class FormTokenNode(Node):
    """The token of a page's forms, which is the same in all of them."""

    def __init__(self, node: CsrfTokenNode):
        self._node, self.token, self.origin = node, node.token, node.origin

    def render(self, context: Context) -> SafeString:
        shared = context.dicts[0]
        if _TOKEN not in shared:
            shared[_TOKEN] = self._node.render(context)
        token: SafeString = shared[_TOKEN]
        return token


_NOTING = (ExtendsNode, BlockNode, CycleNode, IfChangedNode)


def _circumstances(context: Context) -> tuple[Any, ...]:
    """What fixed nodes depend on.  It is found only once for a page, where all includes see it."""
    shared = context.dicts[0]
    found: tuple[Any, ...] | None = shared.get(_FOUND)
    if found is None:
        found = shared[_FOUND] = (get_language(), get_script_prefix(), get_urlconf(),
                                  context.autoescape)
    return found


# No names that a template could use.
_FOUND, _TOKEN = "what fixed nodes depend on", "the token of all forms"
_addresses: Remembered[str] = Remembered(5000)
_made: list[FixedNode] = []


def _forget(*, setting: str, **_: Any) -> None:
    if setting in ("STORAGES", "STATIC_URL", "ROOT_URLCONF"):
        for node in _made:
            node.forget()
        _addresses.clear()


setting_changed.connect(_forget)  # only tests change settings


def _fold(nodes: NodeList) -> NodeList:
    """The same nodes, with the fixed ones joined, here and in all lists inside them."""
    folded, fixed = NodeList(), []
    for node in nodes:
        if _is_fixed(node):
            fixed.append(node)
            continue
        folded += _joined(fixed)
        fixed = []
        for inner in _inside(node):
            inner[:] = _fold(inner)
            if type(inner) is NodeList:
                inner.__class__ = QuickList
        folded.append(_quicker(node))
    folded += _joined(fixed)
    folded.contains_nontext = nodes.contains_nontext
    return folded


def _quicker(node: Node) -> Node:
    """A node that renders the same with less work, or the node itself."""
    node = quick_nodes.quicker(quick_values.quicker(node))
    if isinstance(node, IncludeNode) and _can_be_inlined(node):
        return InlinedNode(node)
    if isinstance(node, URLNode) and node.asvar is None and _is_text(node.view_name):
        return AddressNode(node)
    if isinstance(node, StaticNode) and node.varname is None:
        return FileNode(node)
    return FormTokenNode(node) if isinstance(node, CsrfTokenNode) else node


def _joined(nodes: list[Node]) -> list[Node]:
    return nodes if len(nodes) < 2 and all(isinstance(node, TextNode) for node in nodes) else [
        FixedNode(nodes)]


def _inside(node: Node) -> Iterator[NodeList]:
    """The lists of nodes inside a node."""
    for name in node.child_nodelists:
        inner = getattr(node, name, None)
        if isinstance(inner, NodeList):
            yield inner
    for _, branch in getattr(node, "conditions_nodelists", ()):
        yield branch


def _is_fixed(node: Node) -> bool:
    if isinstance(node, TranslateNode):
        return node.asvar is None and node.message_context is None and _is_text(
            node.filter_expression)
    if isinstance(node, BlockTranslateNode):
        return not (node.extra_context or node.countervar or node.asvar or node.message_context
                    or any(token.token_type.name != "TEXT" for token in node.singular))
    if isinstance(node, StaticNode):
        return node.varname is None and _is_text(node.path)
    if isinstance(node, URLNode):
        return node.asvar is None and not (node.args or node.kwargs) and _is_text(node.view_name)
    return isinstance(node, TextNode | CommentNode | LoadNode)


def _can_be_inlined(node: IncludeNode) -> bool:
    return not node.isolated_context


def _is_text(expression: FilterExpression) -> bool:
    """Whether an expression is a text in quotation marks, without filters."""
    value = expression.var
    return not expression.filters and (
        isinstance(value, str) or (isinstance(value, Variable) and value.literal is not None))
