"""Games that are found for members, as one of the features of this service."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.features import Feature
from games.features.finding import by_email, pages, pool
from games.models import OutgoingEmail
from games.post.email_kinds import EmailKind
from games.post.emails.content import EmailContent, link_to


def _unfound(email: OutgoingEmail) -> EmailContent:
    """Write the email that a wish for a game has lapsed."""
    return EmailContent(None, {"link": link_to("find")}, subject=_("No game was found for you"))


FEATURE = Feature(
    name="finding",
    sentences=pool.sentences,
    commands=by_email.COMMANDS,
    email_kinds=(EmailKind(name=pool.UNFOUND, content=_unfound,
                           description=gettext_lazy("no game was found for you")),),
    panels={"my-games": pages.on_my_games},
    slots={"lobby": "finding/_lobby.html", "home": "finding/_home.html",
           "my-games": "finding/_mine.html"},
    sweeps={"games found": pool.seat, "wishes lapsed": pool.lapse,
            "old wishes forgotten": pool.forget_old},
    due={"wishes lapsed": pool.next_lapse},
    exported={"wishes": pool.exported},
)
