"""Tests of how forms are written (``alexandros_site.forms``)."""

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.test.html import parse_html

from alexandros_site.forms import Renderer


class Choosing(forms.Form):
    one = forms.ChoiceField(widget=forms.RadioSelect(attrs={"data-about": '"<these>"'}),
                            choices=[("a&b", "First"), (2, "Second")], initial=2)
    other = forms.ChoiceField(widget=forms.RadioSelect, choices=[("", "None"), ("c", "This")],
                              required=False, disabled=True)


@pytest.mark.parametrize("data", [None, {}, {"one": "a&b"}, {"one": "2"}, {"one": "missing"}])
def test_radio_buttons_are_those_of_django(data):
    ours, theirs = [Choosing(data, renderer=renderer()) for renderer in (Renderer, DjangoTemplates)]
    for name in ours.fields:
        for mine, django in zip(ours[name], theirs[name], strict=True):
            assert parse_html(mine.tag()) == parse_html(django.tag())
            assert parse_html(str(mine)) == parse_html(str(django))


def test_forms_of_the_site_are_written_by_this_renderer():
    assert isinstance(Choosing().renderer, Renderer)
