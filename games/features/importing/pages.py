"""The pages on which people import a game, see what they have imported, and delete it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from alexandros_rules.errors import Refusal
from games.base import site_clock
from games.base.refusals import BadRecord, status_code
from games.features.importing import imports
from games.models import User
from games.table.play import records
from games.web.access import (
    ACCOUNT,
    HOST,
    PEOPLE,
    PROVED,
    READER,
    TABLES,
    declare,
    get_table_or_404,
    user_or_none,
)

MAX_BYTES = 1_000_000  # of a file; the log of a long game has a fifth of this
_TOO_LARGE = gettext_lazy("This file is too large for a game. Please choose the record or the log"
                          " that you have downloaded.")


class ImportForm(forms.Form):
    """A file or its text, and not both."""

    file = forms.FileField(
        label=gettext_lazy("The file"), required=False, allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,.record,text/plain,application/json"}))
    text = forms.CharField(
        label=gettext_lazy("Or its text"), required=False, strip=False, max_length=MAX_BYTES,
        error_messages={"max_length": _TOO_LARGE},
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off",
                                     "translate": "no", "class": "mono"}))

    def clean(self) -> dict[str, Any]:
        """Return the form with the text of the file, if there is one, as ``text``."""
        data = super().clean() or {}
        if data.get("file") and data.get("text", "").strip():
            raise ValidationError(_("You have sent both a file and a text, and we cannot tell which"
                                    " you mean. If it is the text, please send it again without a"
                                    " file. If it is the file, please empty the text field and"
                                    " choose the file again."))
        if file := data.get("file"):
            if file.size > MAX_BYTES:
                raise ValidationError(str(_TOO_LARGE))
            try:
                data["text"] = file.read().decode("utf-8-sig")
                if not data["text"].strip():
                    raise ValidationError(_("This file is empty. Please choose the record or the"
                                            " log that you have downloaded."))
            except UnicodeDecodeError:
                raise ValidationError(_("This file is not text. Please choose the record or the log"
                                        " that you have downloaded.")) from None
        if not data.get("text", "").strip() and not self.errors:
            raise ValidationError(_("Please choose a file, or paste its text."))
        return data


@require_http_methods(["GET", "HEAD", "POST"])
@declare(ACCOUNT | PROVED, locks=(PEOPLE,))
def show(request: HttpRequest) -> HttpResponse:
    """Show the form and what the reader has imported; on POST, import a game."""
    user = user_or_none(request)
    assert user is not None  # the page needs an account
    if request.method != "POST":
        return _page(request, user, ImportForm())
    # Of a request that is too large, only the beginning comes here, without the file.
    if int(request.META.get("CONTENT_LENGTH") or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        return _page(request, user, ImportForm(), refusal=str(_TOO_LARGE), status=413)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, user, form, status=400)
    text = form.cleaned_data["text"]
    try:
        game, is_new = imports.import_file(user, text, now=site_clock.now())
    except Refusal as refusal:
        response = _page(request, user, form, refusal=_in_words(refusal, text),
                         status=status_code(refusal))
        if wait := getattr(refusal, "retry_after", 0):
            response["Retry-After"] = str(wait)
        return response
    messages.success(request, _("The game is imported. Every move of it agrees with the rules and"
                                " with its seed.") if is_new else _(
        "You have imported this game already. Here it is."))
    return redirect("replay", code=game.code)


def _page(request: HttpRequest, user: User, form: ImportForm, *, refusal: str = "",
          status: int = 200) -> HttpResponse:
    return render(request, "importing/page.html", {
        "section": "mine", "form": form, "refusal": refusal, "games": imports.of(user)},
        status=status)


def _in_words(refusal: Refusal, text: str) -> str:
    """Return the refusal with the place in the file that it is about."""
    if not isinstance(refusal, BadRecord) or not refusal.line:
        return refusal.sentence
    words = _("Row %(number)s of the log: %(sentence)s") if records.is_log(text) else _(
        "Line %(number)s of the record: %(sentence)s")
    return words % {"number": refusal.line, "sentence": refusal.sentence}


@require_POST
@declare(HOST | PROVED, locks=(TABLES, READER))
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a game that the reader has imported."""
    imports.delete(get_table_or_404(request, code).game)
    messages.success(request, _("The imported game has been deleted."))
    return redirect("import")
