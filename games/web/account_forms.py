"""Forms about one's own account: signing in, name, email address, deletion."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import RequestLoginCodeForm
from allauth.core import context
from django import forms
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import site_clock
from games.base.refusals import TableRefusal, TooOften
from games.models import User
from games.models.user import NAME_LENGTH, check_address_length
from games.people import accounts
from games.web import sign_in


class LoginForm(RequestLoginCodeForm):  # type: ignore[misc]  # allauth has no types
    """The form for an email address; somebody new becomes a member by proving that it is theirs."""

    _user: User | None  # where allauth's form and view expect whom to send a code to

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Email address")

    def clean_email(self) -> str:
        check_address_length(User.objects.normalize_email(self.cleaned_data["email"]))
        email: str = super().clean_email()
        self._count(email)
        if email and self._user is None:
            self._user = accounts.member(email, now=site_clock.now())
        return email

    def _count(self, email: str) -> None:
        try:
            sign_in.count_codes(context.request, User.objects.normalize_email(email),
                                user=self._user, now=site_clock.now())
        except TooOften as refusal:
            raise forms.ValidationError(refusal.sentence) from refusal


class NameForm(forms.Form):
    """The name that other people see."""

    name = forms.CharField(max_length=NAME_LENGTH)

    def clean_name(self) -> str:
        try:
            return accounts.fit_name(self.cleaned_data["name"])
        except TableRefusal as refusal:
            raise forms.ValidationError(refusal.sentence) from refusal


class NewAddressForm(forms.Form):
    """The new email address of a member."""

    email = forms.EmailField(label=gettext_lazy("New email address"))

    def __init__(self, *args: Any, user: User, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_email(self) -> str:
        email = User.objects.normalize_email(self.cleaned_data["email"])
        check_address_length(email)
        if email == self.user.email:
            raise forms.ValidationError(_("This is already your address. Enter the new one."))
        return email


class CodeForm(forms.Form):
    """The code that was emailed; letter case, spaces and hyphens do not matter."""

    code = forms.CharField()

    def __init__(self, *args: Any, expected: str, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self._expected = expected

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if not constant_time_compare(_letters(code), _letters(self._expected)):
            raise forms.ValidationError(sign_in.INCORRECT)
        return code


def _letters(code: str) -> str:
    return "".join(filter(str.isalnum, code)).upper()


class DeleteAccountForm(forms.Form):
    """A box to tick, so that nobody deletes their account by accident."""

    sure = forms.BooleanField(
        label=gettext_lazy("Yes, delete my account for good"),
        error_messages={"required": gettext_lazy("Nothing was deleted. Tick this box to confirm.")},
    )
