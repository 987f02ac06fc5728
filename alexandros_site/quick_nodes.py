"""Tags in templates, rendered without the work that only their rarer forms need.

Loops over one name, and sentences with values in them, are most of what a page is made of.  Other
forms of these tags are left to Django.
"""

from __future__ import annotations

from typing import Any

from django.template import Context, Node, NodeList
from django.template.defaulttags import ForNode
from django.templatetags.i18n import BlockTranslateNode
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from alexandros_site.quick_values import MISSING, given, written


class QuickList(NodeList):
    """Nodes, one after the other; none of them is noted for a debugger if it fails."""

    def render(self, context: Context) -> SafeString:
        return SafeString("".join([node.render(context) for node in self]))


class QuickForNode(ForNode):
    """``{% for thing in things %}``."""

    sequence: Any
    nodelist_loop: NodeList
    nodelist_empty: NodeList

    def render(self, context: Context) -> SafeString:
        with context.push():
            values = self.sequence.resolve(context, ignore_failures=True)
            if values is None:
                values = ()
            elif not hasattr(values, "__len__"):
                values = list(values)
            count, last = len(values), len(values) - 1
            if not count:
                return self.nodelist_empty.render(context)
            around = given(context, "forloop")
            loop: dict[str, Any] = {"parentloop": {} if around is MISSING else around}
            names, name = context.dicts[-1], self.loopvars[0]
            names["forloop"] = loop
            parts: list[str] = []
            for index, value in enumerate(values):
                loop["counter0"], loop["counter"] = index, index + 1
                loop["revcounter0"], loop["revcounter"] = last - index, count - index
                loop["first"], loop["last"] = index == 0, index == last
                names[name] = value
                parts += [node.render(context) for node in self.nodelist_loop]
        return SafeString("".join(parts))


class QuickBlockTranslateNode(BlockTranslateNode):
    """``{% blocktranslate %}`` whose values are all there."""

    counter: Any
    countervar: Any

    def render(self, context: Context, nested: bool = False) -> str:
        extra = {name: value.resolve(context) for name, value in self.extra_context.items()}
        (singular, names), (plural, plural_names) = self._messages()
        with context.push(**extra):
            if self.plural:
                count = self.counter.resolve(context)
                if type(count) is not int:
                    return super().render(context, nested)
                context[self.countervar] = count
                message, names = ngettext(singular, plural, count), names + plural_names
            else:
                message = gettext(singular)
            values = {name: given(context, name) for name in names}
            if nested or any(value is MISSING for value in values.values()):
                return super().render(context, nested)
            try:
                return message % {name: written(value, context) for name, value in values.items()}
            except (KeyError, ValueError):  # a wrong translation
                return super().render(context, nested)

    def _messages(self) -> tuple[tuple[str, list[str]], tuple[str, list[str]]]:
        """The sentence in the singular and the plural, each with the names of its values."""
        found: tuple[tuple[str, list[str]], tuple[str, list[str]]] | None
        found = self.__dict__.get("_found")
        if found is None:
            found = self._found = (self.render_token_list(self.singular),
                                   self.render_token_list(self.plural or []))
        return found


def quicker(node: Node) -> Node:
    """The node, rendered in the quicker way if there is one for it."""
    if type(node) is ForNode and len(node.loopvars) == 1 and not node.is_reversed:
        node.__class__ = QuickForNode
    elif type(node) is BlockTranslateNode and not (node.message_context or node.asvar):
        node.__class__ = QuickBlockTranslateNode
    return node
