"""What the signs on the map mean, in words, each beside its picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine.campaign import terms, things
from games.rulesets.campaign.drawing import legend_sign


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A sign of the map as a picture, and what it means."""

    sign: SafeString
    text: str


def lands() -> Sequence[LegendEntry]:
    """Returns the kinds of land, each with what it yields."""
    return [*(_entry(name, terms.kind_name(kind)) for kind, name in enumerate(things.KIND_NAMES)),
            _entry("desert", _("desert, yields nothing"))]


def signs() -> Sequence[LegendEntry]:
    """Returns everything else that lies on the map."""
    return [
        _entry("number", _("The hex yields when the dice show this number. There is a dot for each"
                           " of the 36 rolls that do. 6 and 8 are red: they come most often.")),
        _entry("robber", _("The robber. Where it stands, the hex yields nothing.")),
        _entry("any-harbour", _("A harbour. Whoever has built beside one of its piers trades three"
                                " of a kind for one.")),
        _entry("harbour", _("A harbour for one commodity, which trades two of it for one.")),
        _entry("settlement", _("A settlement: 1 point, and 1 card whenever a hex around it yields."
                               " Colour and shape show whose it is.")),
        _entry("city", _("A city: 2 points and 2 cards.")),
        _entry("road", _("A road, in its owner’s colour and pattern.")),
        _entry("alexander", _("Alexander. He moves on along the arrows, one in each turn.")),
        _entry("temple", _("A temple. When he passes it, a settlement is up for auction.")),
        _entry("chit", _("A chit, face down. When he passes it, it is turned up and put up for"
                         " auction.")),
        _entry("blank", _("Nothing happens when he passes here.")),
        _entry("violet", _("Once he stands on a violet arrow, he moves on only when a seven is"
                           " rolled.")),
        _entry("goal", _("Persepolis. The game ends when he arrives.")),
    ]


def _entry(sign: str, text: str) -> LegendEntry:
    return LegendEntry(mark_safe(legend_sign(sign)), text)  # noqa: S308 - our own drawing
