"""Who may begin, open and read what-if boards.

While a game runs, only its players may, each on the view of their own seat.  After the end, anyone
with an account or a guest's session may who can see the replay.  Nobody but its owner is ever told
that a board exists, until they share it after the end.
"""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.base.refusals import Closed, Foreign, Missing, TableRefusal
from games.models import Game, User, WhatIfTree


def may_begin(game: Game, user: User | None, *, seat: int | None) -> bool:
    """Whether this person, who can see the table, may begin a board; ``seat`` is theirs."""
    if user is None:
        return False
    if game.status == Game.Status.OVER:
        return True
    return game.status == Game.Status.RUNNING and seat is not None


def check_may_begin(game: Game, user: User | None, *, seat: int | None) -> User:
    """Returns the user; refuses (Missing, Foreign, Closed) if they may not begin a board."""
    if game.number == 0:
        raise Missing("not-started", _("This game has not started yet, so there is nothing to try"
                                       " out."))
    if user is not None and may_begin(game, user, seat=seat):
        return user
    if game.status == Game.Status.OVER:
        raise Foreign("signed-out", _("Please sign in to try out turns. What you try is kept for"
                                      " you, and nobody else sees it."))
    if game.status == Game.Status.CANCELLED:
        raise Closed("cancelled", _("This game was cancelled, so no new what-if board can begin"
                                    " here."))
    raise Foreign("no-seat", _("While a game is in progress, only its players can try out turns."
                               " You can do so when it is over."))


def boards_of(game: Game, user: User | None, *, seat: int | None) -> QuerySet[WhatIfTree]:
    """The boards that this person may open: their own, of the seat they have while it runs."""
    own = WhatIfTree.objects.filter(game=game, owner=user) if user else WhatIfTree.objects.none()
    if game.status == Game.Status.OVER:
        return own
    return own.filter(seat=seat) if seat is not None else own.none()


def find_own(game: Game, user: User | None, *, seat: int | None, key: str) -> WhatIfTree:
    """The person's own board with this key.  Refuses (Missing) all others alike."""
    tree = boards_of(game, user, seat=seat).filter(key=key).first()
    if tree is None:
        raise no_board()
    return tree


def shared(game: Game) -> QuerySet[WhatIfTree]:
    """The boards that are shared with everybody who may see the replay; none before the end."""
    if game.status != Game.Status.OVER:
        return WhatIfTree.objects.none()
    boards = WhatIfTree.objects.filter(game=game, shared_at__isnull=False)
    return boards.select_related("owner").order_by("number", "shared_at", "id")


def find_shared(game: Game, key: str) -> WhatIfTree:
    """The shared board with this key.  Refuses (Missing) private ones like those that are not."""
    tree = shared(game).filter(key=key).first()
    if tree is None:
        raise no_board()
    return tree


def no_board() -> Missing:
    """The refusal of a board that does not exist, or belongs to somebody else."""
    return Missing("no-board", _("There is no such what-if board, or it is not yours. Perhaps you"
                                 " have deleted it."))


def nothing_to_suppose() -> TableRefusal:
    """The refusal of an assumption in a game that knows none."""
    return TableRefusal("no-assumptions", _("Nothing can be supposed in this game. Unknown things"
                                            " stay unknown on its what-if boards."))
