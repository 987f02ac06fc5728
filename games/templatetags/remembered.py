"""A block of a template that is rendered only once for the same values."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template import Node, NodeList
from django.template.base import FilterExpression, Parser, Token
from django.template.context import Context
from django.utils.translation import get_language

from games.remembering import Remembered

KEPT = 2000  # rendered blocks, of a few kilobytes at most

register = template.Library()
_texts: Remembered[str] = Remembered(KEPT)


class RememberedNode(Node):
    """``{% remembered entries game.code %} ... {% endremembered %}``.

    The values must be all that the block depends on, besides the language.  They must be
    hashable, and nothing in the block may belong to one request, such as a CSRF token.
    """

    def __init__(self, values: Sequence[FilterExpression], nodelist: NodeList):
        self._values = values
        self.nodelist = nodelist

    def render(self, context: Context) -> str:
        values = [value.resolve(context) for value in self._values]
        key = (self, get_language(), *values)
        return _texts.get(key, lambda: self.nodelist.render(context))


@register.tag
def remembered(parser: Parser, token: Token) -> RememberedNode:
    """Reads the tag and its block."""
    _, *values = token.split_contents()
    if not values:
        raise template.TemplateSyntaxError("'remembered' needs the values its block depends on")
    nodelist = parser.parse(("endremembered",))
    parser.delete_first_token()
    return RememberedNode([parser.compile_filter(value) for value in values], nodelist)
