"""Waiting: the players for whom a game waits, as a sentence and as a short label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import apnumber
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.translation import list_with_and


@dataclass(frozen=True, slots=True)
class Waiting:
    """The seats for which a game waits, in words; both texts are empty once the game is over.

    ``sentence``  such as "It is your turn, and Bob’s too."
    ``label``     the same for a list or a narrow page, without a full stop.
    """

    sentence: str = ""
    label: str = ""


def waiting_for(names: Sequence[str], to_move: Sequence[int], *, reader: int | None) -> Waiting:
    """Return for whom the game waits.

    ``names`` are those of the seats, and ``to_move`` the seats the game waits for.  ``reader`` is
    the reader's seat, None for a spectator.
    """
    others = [names[seat] for seat in to_move if seat != reader]
    if reader in to_move:
        return _for_reader(others)
    if not others:
        return Waiting()
    if len(others) == 1:
        name = {"name": others[0]}
        return Waiting(_("It is %(name)s’s turn.") % name, _("%(name)s’s turn") % name)
    return _for_several(others)


def _for_reader(others: Sequence[str]) -> Waiting:
    if not others:
        return Waiting(_("It is your turn."), _("your turn"))
    if len(others) == 1:
        name = {"name": others[0]}
        return Waiting(_("It is your turn, and %(name)s’s too.") % name,
                       _("your turn, and %(name)s’s too") % name)
    count = {"count": apnumber(len(others))}
    return Waiting(
        ngettext("It is your turn, and that of %(count)s other.",
                 "It is your turn, and that of %(count)s others.", len(others)) % count,
        ngettext("your turn, and that of %(count)s other",
                 "your turn, and that of %(count)s others", len(others)) % count,
    )


def _for_several(others: Sequence[str]) -> Waiting:
    names = {"names": list_with_and(others)}
    return Waiting(_("Waiting for %(names)s.") % names, _("waiting for %(names)s") % names)
