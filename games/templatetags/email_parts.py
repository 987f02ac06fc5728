"""Tags for emails whose text and HTML come from one template.

Such a template extends ``layout`` and is rendered twice.  In the HTML, everything counts.  In the
text, only these tags count, each as a paragraph of its own: HTML between them is left out.
``in_text`` says which of the two is being made, for a sentence that has to differ.  A text that
differs in most sentences stands in the block ``text``, which only the layout of the text has.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from functools import lru_cache

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from alexandros_rules.translation import labelled
from games.post.inbox.parsing.markers import is_marker

WIDTH = 72

register = template.Library()


@register.filter
def bullet(sentence: str) -> str:
    """Return the sentence as an item of a list in plain text, folded at 72 columns."""
    return _folded(" ".join(sentence.split()), first="* ", other="  ")


@register.filter
def fold(text: str) -> str:
    """Return a paragraph of plain text, folded at 72 columns; its own line breaks do not count."""
    return _folded(" ".join(text.split()))


@register.filter
def indented(text: str) -> str:
    """Return a remark on the orders above it, set in by six columns."""
    return _folded(" ".join(text.split()), first=" " * 6, other=" " * 6)


@register.filter
def definition(text: str, term: str) -> str:
    """Return a word and its meaning in two columns."""
    return _folded(" ".join(text.split()), first=f"  {term:<10}", other=" " * 12)


@register.filter
def hang(text: str, columns: int) -> str:
    """Return a paragraph set in, its later lines set in further; blanks inside it stay."""
    return _folded(text.strip(), first=" " * columns, other=" " * (columns + 2))


@register.filter
def spoken(text: str, name: str) -> str:
    """Return a message with its writer's name and each of its lines, all set in."""
    first, *others = text.split("\n")
    begun = _folded(labelled(name, first), first="  ", other="    ")
    return "\n".join([begun, *(_folded(line.strip(), first="    ", other="    ")
                               for line in others if line.strip())])


@register.filter
def orders(text: str, number: int = 0) -> str:
    """Return orders to copy: in one line if they fit, otherwise one order a line.

    ``number`` is what a reply may call them, 0 for nothing.
    """
    mark = f"  {number}. " if number else "  "
    if len(mark) + len(text) <= WIDTH:
        return f"{mark}{text}"
    first = [mark.rstrip()] if number else []
    return "\n".join([*first, *(f"  {order}" for order in text.split("; "))])


@register.filter
def at(things: Sequence[str], index: int) -> str:
    """Return the item with this index."""
    return things[index]


@register.filter
def opening(text: str) -> str:
    """Return the first paragraph of an email in one line, without the line to write above."""
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    return next((part for part in paragraphs if part and not is_marker(part)), "")


@lru_cache(maxsize=2000)  # half of an email's sentences are in all of them
def _folded(text: str, *, first: str = "", other: str = "") -> str:
    """Fold at blanks; break a word that is wider than a line, but never an address."""
    return textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=other,
                         break_long_words="://" not in text, break_on_hyphens=False)


PARTS = "parts_of_the_text"  # a list in the context while the text is made



class _Text(template.Node):
    """The paragraphs of everything inside, with a blank line between two of them."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        parts: list[str] = []
        with context.push(**{PARTS: parts}):
            self.nodelist.render(context)
        return SafeString("\n\n".join(parts))


class _OnlyText(template.Node):
    """A paragraph that the HTML does not have; there, it is not even rendered."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        if PARTS in context:
            _say(context, fold(self.nodelist.render(context)))
        return SafeString("")


@register.tag
def text_of(parser: Parser, token: Token) -> template.Node:
    """Return the text of the block's content."""
    return _Text(_inside(parser, token))


@register.tag
def only_text(parser: Parser, token: Token) -> template.Node:
    """Return a folded paragraph that only the text has."""
    return _OnlyText(_inside(parser, token))


def _inside(parser: Parser, token: Token) -> NodeList:
    nodelist = parser.parse((f"end{token.contents.split()[0]}",))
    parser.delete_first_token()
    return nodelist


@register.filter
def with_colon(label: str) -> str:
    """Return the label with a colon, to introduce the text after it."""
    return _("%(label)s:") % {"label": label.strip()}


def _say(context: Context, part: str) -> str:
    """Add a paragraph to the text unless it is empty; return its replacement in the HTML."""
    if part:
        context[PARTS].append(part)
    return ""


@register.simple_block_tag(takes_context=True)
def heading(context: Context, content: str, *, margin: str = "0 0 8px", text: bool = True,
            stop: str = ".") -> str:
    """Return the heading.

    The text has the heading only with ``text``, as a sentence that ends with ``stop``.
    """
    if PARTS in context:
        return _say(context, fold(content.strip() + stop)) if text else ""
    return format_html('<h1 style="margin:{};font-size:24px;font-weight:normal">{}</h1>',
                       margin, content)


@register.simple_block_tag(takes_context=True)
def paragraph(context: Context, content: str, style: str = "", *, tight: bool = False) -> str:
    """Return a paragraph; in the text, ``tight`` leaves out the blank line before it."""
    if PARTS in context:
        return text_entry(context, "", fold(content), tight=tight)
    shown = format_html(' style="{}"', style) if style else ""
    return format_html("<p{}>{}</p>", shown, content)


@register.simple_block_tag(takes_context=True)
def strong(context: Context, content: str) -> str:
    """Return words in bold letters."""
    return content.strip() if PARTS in context else format_html("<strong>{}</strong>", content)


@register.simple_tag(takes_context=True)
def sentences(context: Context, several: Iterable[str]) -> str:
    """Return sentences, each on a line of its own."""
    if PARTS in context:
        return _say(context, "\n".join(fold(each) for each in several))
    return format_html_join("\n", '<p style="margin:0 0 8px">{}</p>', ((each,) for each in several))


@register.simple_tag(takes_context=True)
def bullets(context: Context, several: Iterable[str], *, margin: str = "0") -> str:
    """Return a list of sentences."""
    if PARTS in context:
        return _say(context, "\n".join(bullet(each) for each in several))
    items = format_html_join("", "<li>{}</li>", ((each,) for each in several))
    return format_html('<ul style="margin:{};padding-left:20px">{}</ul>', margin, items)


@register.simple_tag(takes_context=True)
def button(context: Context, link: str, label: str, *, text: str = "") -> str:
    """Return a link as a button; in the text, its label or ``text`` stands above it."""
    if PARTS in context:
        return text_entry(context, text or with_colon(label), link)
    return render_to_string("emails/button.html", {"link": link, "label": label})


@register.simple_tag(takes_context=True)
def text_entry(context: Context, label: str, entry: str, *, tight: bool = False) -> str:
    """Return an entry below its label, only in the text.

    ``tight`` leaves out the blank line before the entry.
    """
    if PARTS not in context or not entry:
        return ""
    part = f"{fold(label)}\n{entry}" if label else entry
    if tight:
        part = f"{context[PARTS].pop()}\n{part}"
    return _say(context, part)


@register.simple_tag(takes_context=True)
def part(context: Context, name: str, *, tight: bool = False) -> str:
    """Render the template ``name`` + ".txt" in the text, and ``name`` + ".html" in the HTML."""
    in_text = PARTS in context
    assert context.template is not None  # it is being rendered
    chosen = context.template.engine.get_template(f"{name}.{'txt' if in_text else 'html'}")
    lines = chosen.render(context)
    return text_entry(context, "", lines.strip("\n"), tight=tight) if in_text else lines


@register.simple_block_tag(takes_context=True)
def item(context: Context, content: str, *, tight: bool = True) -> str:
    """Return an item of a list; in the text, ``tight`` leaves out the blank line before it."""
    if PARTS in context:
        return text_entry(context, "", bullet(content), tight=tight)
    return format_html("<li>{}</li>", content)
