"""Emails whose text and HTML come from one template."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.template import Context, Template

ROOT = Path(__file__).resolve().parents[2]
LOADED = "{% load email_parts %}"


def html(source: str, **context: object) -> str:
    return Template(LOADED + source).render(Context(context))


def text(source: str, **context: object) -> str:
    whole = f"{LOADED}{{% text_of %}}{source}{{% endtext_of %}}"
    return Template(whole).render(Context(context, autoescape=False))


def test_html_between_the_tags_is_left_out_of_the_text() -> None:
    source = "<img>{% paragraph %}One.{% endparagraph %}<hr>{% paragraph %}Two.{% endparagraph %}"
    assert text(source) == "One.\n\nTwo."
    assert html(source) == "<img><p>One.</p><hr><p>Two.</p>"


def test_a_heading_is_a_sentence_of_the_text() -> None:
    source = "{% heading %} Over {% endheading %}"
    assert text(source) == "Over."
    assert "> Over </h1>" in html(source)
    assert text('{% heading stop=":" %}Over{% endheading %}') == "Over:"
    assert text("{% heading text=False %}Over{% endheading %}") == ""


def test_a_paragraph_is_folded_in_the_text_and_has_its_style_in_the_html() -> None:
    source = '{% paragraph "margin:0" %}{% for n in many %}\n word {% endfor %}{% endparagraph %}'
    lines = text(source, many=range(30)).splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) <= 72
    assert html(source, many=()) == '<p style="margin:0"></p>'


def test_an_empty_paragraph_leaves_no_gap_in_the_text() -> None:
    source = "{% paragraph %}{{ none }}{% endparagraph %}{% paragraph %}One.{% endparagraph %}"
    assert text(source) == "One."


@pytest.mark.promise("R19")
@pytest.mark.parametrize("source", [
    "{% paragraph %}{{ name }}{% endparagraph %}", "{% heading %}{{ name }}{% endheading %}",
    "{% strong %}{{ name }}{% endstrong %}", "{% sentences several %}", "{% bullets several %}",
    "{% button link name %}",
])
def test_names_are_escaped_in_the_html_only(source: str) -> None:
    context = {"name": "<b>Eve & Co", "several": ["<b>Eve & Co"], "link": "https://example.org/"}
    assert "<b>" not in html(source, **context)
    assert "&lt;b&gt;Eve &amp; Co" in html(source, **context)
    if "strong" not in source:
        assert "<b>Eve & Co" in text(source, **context)


def test_a_button_is_a_label_above_its_link_in_the_text() -> None:
    assert text('{% button link "Look" %}', link="https://example.org/") == (
        "Look:\nhttps://example.org/")
    assert text('{% button "/a" "Look" text="See here:" %}{% text_entry "Or:" "/b" tight=True %}'
                ) == "See here:\n/a\nOr:\n/b"
    assert html('{% text_entry "Or:" "/b" %}') == ""


def test_what_only_the_text_has_is_not_even_rendered_for_the_html() -> None:
    assert html('{% only_text %}{% include "none" %}{% endonly_text %}') == ""
    assert text("{% only_text %}One\ntwo.{% endonly_text %}") == "One two."


def test_items_of_a_list_stand_close_together_in_the_text() -> None:
    items = "{% for n in many %}{% item tight=forloop.counter0 %}{{ n }}{% enditem %}{% endfor %}"
    source = f"<ul>{items}</ul>"
    assert text("{% only_text %}List{% endonly_text %}" + source, many="ab") == "List\n\n* a\n* b"
    assert html(source, many="ab") == "<ul><li>a</li><li>b</li></ul>"


def test_a_part_has_a_template_for_each_form() -> None:
    said = [{"name": "Bob", "text": "Hello <there>"}]
    assert text('{% part "emails/_messages" %}', said=said) == "  Bob: Hello <there>"
    assert "Hello &lt;there&gt;" in html('{% part "emails/_messages" %}', said=said)


def test_every_email_has_a_template_for_its_text_or_one_for_both() -> None:
    parts = {"base", "button", "picture"}
    for path in (*ROOT.glob("templates/emails/[a-z]*.html"),
                 *ROOT.glob("games/features/*/templates/emails/[a-z]*.html")):
        if path.stem not in parts:
            both = path.read_text("utf-8").startswith(("{% extends layout", '{% extends "emails/_'))
            assert both != path.with_suffix(".txt").exists(), path.name
