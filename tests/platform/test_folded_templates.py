"""Folded templates say the same as Django's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.conf import settings
from django.template import Context, Engine, Template, TemplateSyntaxError
from django.test import override_settings
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from alexandros_site.folded_templates import FixedNode
from games.remembering import Remembered
from tests.pseudo_language import pseudo, spoken, translating

LIBRARIES = {
    "i18n": "django.templatetags.i18n", "static": "django.templatetags.static",
    "remembered": "games.templatetags.remembered",
}
PLAIN = "django.template.loaders.filesystem.Loader"
TEMPLATE = """{% load i18n static %}{# a comment #}
<a href="{% url 'lobby' %}" title="{% translate "Who's there?" %}">{% translate 'Lobby' %}</a>
<img src="{% static 'games/icon.svg' %}">{% comment %}nothing{% endcomment %}
{% for name in names %}
  <b>{% blocktranslate %}Your turn{% endblocktranslate %}</b> {{ name }}
  {% if forloop.first %}{% translate "first" %} & {% translate name %}{% else %}<i></i>{% endif %}
{% empty %}<p>{% translate "nobody" %}</p>{% endfor %}
{% blocktranslate count n=names|length %}{{ n }} name{% plural %}{{ n }} names
{% endblocktranslate %}
{% translate "kept" as kept %}{{ kept }} {% translate "May" context "a month" %}
"""
PAGE = """{% extends "base.html" %}{% load i18n %}
{% block title %}{% translate "Title" %}{% endblock %}
{% block body %}{{ block.super }}!{% endblock %}"""
BASE = """{% load i18n %}<h1>{% block title %}{% endblock %}</h1>
{% block body %}{% translate "body" %}{% endblock %}{% include "part.html" with n=3 %}"""


def engines(folder: Path) -> list[Engine]:
    """Django's own engine and the one that folds, for the templates in this folder."""
    return [Engine([str(folder)], loaders=[loader], libraries=LIBRARIES)
            for loader in (PLAIN, ("alexandros_site.folded_templates.Loader", [PLAIN]))]


def write(folder: Path, **templates: str) -> None:
    for name, text in templates.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("escaping", [True, False])
@pytest.mark.parametrize("names", [[], ["Alice"], ["Bob", "<Carol>"]])
def test_a_folded_template_says_the_same(tmp_path: Path, names: list[str], escaping: bool) -> None:
    write(tmp_path, page=TEMPLATE)
    plain, folded = engines(tmp_path)

    for _ in range(2):  # the second time with what was kept
        context = {"names": names}
        assert folded.get_template("page.html").render(Context(context, autoescape=escaping)) == (
            plain.get_template("page.html").render(Context(context, autoescape=escaping)))


def test_a_page_that_extends_another_says_the_same(tmp_path: Path) -> None:
    write(tmp_path, base=BASE, page=PAGE, part="{% load i18n %}{{ n }}{% translate 'part' %}")
    plain, folded = engines(tmp_path)

    texts = [engine.get_template("page.html").render(Context()) for engine in (plain, folded)]

    assert texts[0] == texts[1]
    assert "body!" in texts[1]


class Person:
    """Somebody, with every kind of attribute."""

    name, number, wins, nobody = "<Alice>", 1234567, 0.5, None
    label = mark_safe("<b>Alice</b>")
    kinds: ClassVar = {"horse": 3}
    lazy = gettext_lazy("Yes")

    def called(self) -> str:
        return "Alice & Bob"

    def seat(self, number: int) -> int:
        return number

    @property
    def broken(self) -> str:
        return self.nothing  # type: ignore[attr-defined,no-any-return]

    def __bool__(self) -> bool:
        return False


@pytest.mark.parametrize("escaping", [True, False])
@pytest.mark.parametrize("thousands", [True, False])
@pytest.mark.parametrize("expression", [
    "name", "number", "number.real", "wins", "nobody", "label", "kinds", "kinds.horse",
    "kinds.items", "kinds.cow", "lazy", "called", "called.upper", "seat", "cow", "cow.calf",
    "name.0", "name.upper", "name|lower", "name|default:person.wins",
    "cow|default:person.kinds.horse",
])
def test_every_value_is_written_as_django_writes_it(
    tmp_path: Path, settings: Any, *, expression: str, thousands: bool, escaping: bool
) -> None:
    settings.USE_THOUSAND_SEPARATOR = thousands
    write(tmp_path, page=f"{{{{ person.{expression} }}}} {{% if person.{expression} %}}1"
                         f"{{% elif person.number > person.{expression} or not cow %}}2"
                         f"{{% endif %}}{{% with a=person.{expression} %}}{{{{ a }}}}"
                         "{% endwith %}{% for n in people %}{{ n.name }}{{ forloop.counter }}"
                         "{{ people.0.number }}{% endfor %}{{ cow }}{{ person }}")
    plain, folded = engines(tmp_path)
    context = {"person": Person(), "people": [Person()]}

    texts = [engine.get_template("page.html").render(Context(context, autoescape=escaping))
             .replace(repr(Person), "") for engine in (plain, folded)]

    assert texts[0] == texts[1]


@pytest.mark.parametrize("values", [None, [], "ab", [1, 2, 3], {"a": 1}, [(1, 2), (3, 4)]])
@pytest.mark.parametrize("loop", [
    ("{% for n in values %}{{ n }}{% if not forloop.last %}, {% endif %}{% empty %}-{% endfor %}"
     "{{ n }}"),
    "{% for n in values reversed %}{{ forloop.revcounter0 }}{{ forloop.revcounter }}{% endfor %}",
    ("{% for n in many %}{% for n in values %}{{ forloop.parentloop.counter }}"
     "{{ forloop.counter0 }}{{ n }}{% endfor %}{{ forloop.first }}{{ n }}{% endfor %}"),
    "{% for n in many %}{% ifchanged %}{{ values }}{% endifchanged %}{% cycle 1 2 %}{% endfor %}",
    "{% for n in cow %}{{ n }}{% empty %}none{% endfor %}{{ forloop }}",
    "{% for n in values %}{% if n == 1 and not cow or values.0 in many %}y{% endif %}{% endfor %}",
])
def test_a_loop_goes_round_as_often(tmp_path: Path, loop: str, values: Any) -> None:
    write(tmp_path, page=loop)

    texts = [engine.get_template("page.html").render(Context({"values": values, "many": (1, 1, 2)}))
             for engine in engines(tmp_path)]

    assert texts[0] == texts[1]


def test_a_loop_takes_what_has_no_length(tmp_path: Path) -> None:
    write(tmp_path, page="{% for n in values %}{{ n }}{{ forloop.revcounter }} {% endfor %}")

    texts = [engine.get_template("page.html").render(Context({"values": iter("abc")}))
             for engine in engines(tmp_path)]

    assert texts == ["a3 b2 c1 ", "a3 b2 c1 "]


def test_names_of_two_values_are_both_given(tmp_path: Path) -> None:
    write(tmp_path, page="{% for a, b in values %}{{ b }}{{ a }}{% endfor %}")
    folded = engines(tmp_path)[1]

    assert folded.get_template("page.html").render(Context({"values": [(1, 2), (3, 4)]})) == "2143"


@pytest.mark.parametrize("escaping", [True, False])
@pytest.mark.parametrize("sentence", [
    "{% blocktranslate %}{{ name }} has {{ wins }} of 100%{% endblocktranslate %}",
    ("{% blocktranslate trimmed with who=name|upper %}\n {{ who }}\n {{ cow }}!"
     "{% endblocktranslate %}"),
    ("{% blocktranslate count n=wins %}{{ n }} win of {{ name }}{% plural %}{{ n }} wins"
     "{% endblocktranslate %}{{ n }}"),
    "{% blocktranslate count n=half %}{{ n }} win{% plural %}{{ n }} wins{% endblocktranslate %}",
    "{% blocktranslate %}{{ label }}{{ lazy }}{{ half }}{% endblocktranslate %}",
    "{% blocktranslate asvar said %}{{ name }}{% endblocktranslate %}{{ said }}",
    "{% blocktranslate context 'a month' %}May {{ wins }}{% endblocktranslate %}",
])
@pytest.mark.parametrize("wins", [0, 1, 2])
def test_a_sentence_has_the_same_values(
    tmp_path: Path, *, sentence: str, wins: int, escaping: bool
) -> None:
    write(tmp_path, page="{% load i18n %}" + sentence)
    context = {"name": "<Bob>", "wins": wins, "half": 0.5, "label": mark_safe("<b>"),
               "lazy": gettext_lazy("Yes")}

    texts = [engine.get_template("page.html").render(Context(context, autoescape=escaping))
             for engine in engines(tmp_path) for _ in range(2)]

    assert len(set(texts)) == 1


def test_a_sentence_follows_the_language(tmp_path: Path) -> None:
    write(tmp_path, page="{% load i18n %}{% blocktranslate %}Turn {{ n }}{% endblocktranslate %}")
    template = engines(tmp_path)[1].get_template("page.html")

    before = template.render(Context({"n": 7}))
    with spoken():
        during = template.render(Context({"n": 7}))

    assert (before, during) == ("Turn 7", f"{pseudo('Turn')} 7")


def test_the_error_of_a_property_is_not_hidden(tmp_path: Path) -> None:
    write(tmp_path, page="{{ person.broken }}")
    folded = engines(tmp_path)[1]

    with pytest.raises(AttributeError, match="nothing"):
        folded.get_template("page.html").render(Context({"person": Person()}))


def test_a_part_that_extends_another_says_the_same(tmp_path: Path) -> None:
    write(tmp_path, base="<i>{% block a %}{% endblock %}{{ n }}</i>",
          part="{% extends 'base.html' %}{% block a %}{{ n }}{% endblock %}",
          page="{% for n in many %}{% include 'part.html' %}{% include name with n=9 %}"
               "{% include 'part.html' with n=7 only %}{% endfor %}")
    plain, folded = engines(tmp_path)

    texts = [engine.get_template("page.html").render(Context({"many": "12", "name": "part.html"}))
             for engine in (plain, folded)]

    assert texts[0] == texts[1]
    assert "<i>11</i><i>99</i><i>77</i>" in texts[1]


def test_each_language_has_its_own_text(tmp_path: Path) -> None:
    write(tmp_path, page="{% load i18n %}<p>{% translate 'Yes' %}</p>")
    template = engines(tmp_path)[1].get_template("page.html")

    with translating():
        with translation.override("de"):
            german = template.render(Context())
        with translation.override("en-gb"):
            english = template.render(Context())

    assert (german, english) == ("<p>Ja</p>", "<p>Yes</p>")


def test_the_value_of_a_variable_is_translated(tmp_path: Path) -> None:
    write(tmp_path, page="{% load i18n %}{% translate answer %} {{ answer }}")
    template = engines(tmp_path)[1].get_template("page.html")

    with translating(), translation.override("de"):
        assert template.render(Context({"answer": "Yes"})) == "Ja Yes"


def test_addresses_follow_the_settings(tmp_path: Path) -> None:
    write(tmp_path, page="{% load static %}<img src='{% static 'a.png' %}'>")
    template = engines(tmp_path)[1].get_template("page.html")

    before = template.render(Context())
    with override_settings(STATIC_URL="/elsewhere/"):
        during = template.render(Context())

    assert (before, during) == ("<img src='/static/a.png'>", "<img src='/elsewhere/a.png'>")


def test_a_file_that_a_variable_names_has_its_own_address(tmp_path: Path) -> None:
    write(tmp_path, page="{% load static %}{% for name in names %}{% static name %} {% endfor %}")
    template = engines(tmp_path)[1].get_template("page.html")

    before = template.render(Context({"names": ["a.css", "b & c.css", "a.css"]}))
    with override_settings(STATIC_URL="/elsewhere/"):
        during = template.render(Context({"names": ["a.css"]}))

    assert before == "/static/a.css /static/b%20%26%20c.css /static/a.css "
    assert during == "/elsewhere/a.css "


def test_a_variable_can_name_several_parts(tmp_path: Path) -> None:
    write(tmp_path, page="{% for name in names %}{% include name with m=7 %}{% endfor %}{{ m }}",
          one="1{{ m }}", two="2{{ forloop.counter }}")
    (tmp_path / "in").mkdir()
    write(tmp_path / "in", page="{% include name %}", part="beside")
    plain, folded = engines(tmp_path)

    names = ["one.html", "two.html", "one.html", Template("{{ m }}", engine=plain)]
    texts = [engine.get_template("page.html").render(Context({"names": names}))
             for engine in (plain, folded)]
    beside = folded.get_template("in/page.html").render(Context({"name": "./part.html"}))

    assert texts == ["172217" + "7"] * 2
    assert beside == "beside"


def test_the_site_folds_its_templates() -> None:
    (options,) = (each["OPTIONS"] for each in settings.TEMPLATES)
    engine = Engine([str(settings.BASE_DIR / "templates")], loaders=options["loaders"],
                    libraries=LIBRARIES)

    nodes = engine.get_template("404.html").nodelist.get_nodes_by_type(FixedNode)

    assert nodes


def test_a_remembered_block_is_rendered_once_for_the_same_values(tmp_path: Path) -> None:
    write(tmp_path, page="{% load remembered %}{% remembered n %}{{ n }}{{ m }}{% endremembered %}")
    template = engines(tmp_path)[1].get_template("page.html")

    texts = [template.render(Context({"n": n, "m": m})) for n, m in ((1, 1), (1, 2), (2, 2))]

    assert texts == ["11", "11", "22"]


def test_a_remembered_block_needs_values(tmp_path: Path) -> None:
    write(tmp_path, page="{% load remembered %}{% remembered %}{% endremembered %}")

    with pytest.raises(TemplateSyntaxError, match="needs the values"):
        engines(tmp_path)[1].get_template("page.html")


def test_what_was_used_least_is_forgotten_first() -> None:
    made: list[str] = []
    kept: Remembered[str] = Remembered(2)

    for key in ("a", "b", "a", "c", "a", "b"):
        kept.get(key, lambda key=key: made.append(key) or key)  # type: ignore[misc,func-returns-value]

    assert made == ["a", "b", "c", "b"]


def test_what_weighs_more_than_may_be_kept_is_made_again() -> None:
    made: list[str] = []
    kept: Remembered[str] = Remembered(5, weigh=len)

    for text in ("aa", "bbb", "aa", "c", "bbb", "dddddd", "c", "aa", "dddddd"):
        kept.get(text, lambda text=text: made.append(text) or text)  # type: ignore[misc,func-returns-value]

    assert made == ["aa", "bbb", "c", "bbb", "dddddd", "aa", "dddddd"]
