"""The what-if boards of a person: their access control, names and sharing.

While a game runs or is sealed, only its players may have boards, each on the view of their own
seat.  After that, everybody with an account or a guest's session who can see the replay may.
Nobody but its owner is ever told that a board exists, until they share it then.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.base import locks, rate_limits
from games.base.plain_text import one_line
from games.base.refusals import Closed, Foreign, Missing, TableRefusal
from games.models import Game, Seat, User, WhatIfNode, WhatIfTree
from games.models.what_if import TITLE_LENGTH
from games.table.play import revealing

MAX_TREES = 30  # of one person in one game
ROOT = 1


def may_begin(game: Game, user: User | None, *, seat: int | None) -> bool:
    """Return whether this person, who can see the table, may begin a board; ``seat`` is theirs."""
    if user is None:
        return False
    if game.is_revealed:
        return True
    return game.status in (Game.Status.RUNNING, Game.Status.OVER) and seat is not None


def check_may_begin(game: Game, user: User | None, *, seat: int | None) -> User:
    """Return the user; refuse (Missing, Foreign, Closed) if they may not begin a board."""
    if game.number == 0:
        raise Missing("not-started", _("This game has not started yet, so there is nothing to try"
                                       " out."))
    if user is not None and may_begin(game, user, seat=seat):
        return user
    if game.status == Game.Status.OVER and game.sealed:
        raise revealing.sealed()
    if game.status == Game.Status.OVER:
        raise Foreign("signed-out", _("Please sign in to try out turns. What you try is kept for"
                                      " you, and nobody else sees it."))
    if game.status == Game.Status.CANCELLED:
        raise Closed("cancelled", _("This game was cancelled, so no new what-if board can begin"
                                    " here."))
    raise Foreign("no-seat", _("While a game is in progress, only its players can try out turns."
                               " You can do so when it is over."))


def boards_of(game: Game, user: User | None, *, seat: int | None) -> QuerySet[WhatIfTree]:
    """Return this person's boards; until the game is revealed, only those of their seat."""
    own = WhatIfTree.objects.filter(game=game, owner=user) if user else WhatIfTree.objects.none()
    if game.is_revealed:
        return own
    return own.filter(seat=seat) if seat is not None else own.none()


def find_own(game: Game, user: User | None, *, seat: int | None, key: str) -> WhatIfTree:
    """Return the person's own board with this key; refuse (Missing) all others alike."""
    tree = boards_of(game, user, seat=seat).filter(key=key).first()
    if tree is None:
        raise no_board()
    return tree


def shared_boards(game: Game) -> QuerySet[WhatIfTree]:
    """Return the boards that are shared with everybody who may see the replay, after the end."""
    if not game.is_revealed:
        return WhatIfTree.objects.none()
    boards = WhatIfTree.objects.filter(game=game, shared_at__isnull=False)
    return boards.select_related("owner").order_by("number", "shared_at", "id")


def find_shared(game: Game, key: str) -> WhatIfTree:
    """Return the shared board with this key; refuse (Missing) private and absent boards alike."""
    tree = shared_boards(game).filter(key=key).first()
    if tree is None:
        raise no_board()
    return tree


def no_board() -> Missing:
    """Return the refusal of a board that does not exist, or belongs to somebody else."""
    return Missing("no-board", _("There is no such what-if board, or it is not yours. Perhaps you"
                                 " have deleted it."))


def nothing_to_suppose() -> TableRefusal:
    """Return the refusal of an assumption in a game that knows none."""
    return TableRefusal("no-assumptions", _("Nothing can be supposed in this game. Unknown things"
                                            " stay unknown on its what-if boards."))


def begin(game: Game, *, user: User | None, seat: int | None, number: int,
          now: datetime) -> WhatIfTree:
    """Begin a board at position ``number``, as this person sees the game now.

    Refuses people who may not begin one (Missing, Foreign), missing positions (Missing), and too
    many boards (TableRefusal, TooOften).
    """
    owner = check_may_begin(game, user, seat=seat)
    if not 1 <= number <= game.number:
        raise Missing("no-position", _("There is no such position in this game."))
    rate_limits.count("what if", owner.pk, now=now)
    with transaction.atomic():
        locks.lock_person(owner)
        if WhatIfTree.objects.filter(game=game, owner=owner).count() >= MAX_TREES:
            raise TableRefusal("too-many-boards", _(
                "You have %(count)s what-if boards in this game, which is as many as we keep."
                " Please delete one that you no longer need, or continue one of them."
            ) % {"count": MAX_TREES})
        hides = not game.is_revealed
        tree = WhatIfTree.objects.create(game=game, owner=owner, number=number,
                                         seat=seat if hides else None, created_at=now,
                                         changed_at=now)
        WhatIfNode.objects.create(tree=tree, number=ROOT, kind=WhatIfNode.Kind.ROOT)
    return tree


def rename(tree: WhatIfTree, title: str, *, now: datetime) -> None:
    """Give a board a title; an empty one removes it."""
    tree.title, tree.changed_at = clean_name(title), now
    tree.save(update_fields=["title", "changed_at"])


def clean_name(name: str) -> str:
    """Return a title or name as it is stored; refuse one that is too long."""
    cleaned = one_line(name)
    if len(cleaned) > TITLE_LENGTH:
        raise TableRefusal("long-name", _("This name is too long. Please use at most %(letters)s"
                                          " letters.") % {"letters": TITLE_LENGTH})
    return cleaned


def share(tree: WhatIfTree, *, now: datetime) -> None:
    """Share a board with everybody who may see the replay; refuse (Closed) before they see it."""
    revealing.check_revealed(tree.game, Closed("not-over", _(
        "You can share a what-if board when the game is over. Until then, nobody else can see it."
    )))
    tree.shared_at = tree.shared_at or now
    tree.save(update_fields=["shared_at"])


def end_sharing(tree: WhatIfTree) -> None:
    """Make a shared board private again."""
    tree.shared_at = None
    tree.save(update_fields=["shared_at"])


def exported_boards(user: User) -> list[dict[str, Any]]:
    """Return all boards of this person as JSON values and times."""
    trees = WhatIfTree.objects.filter(owner=user).select_related("game").prefetch_related("nodes")
    return [{
        "game": tree.game.code, "position": tree.number, "seat": tree.seat, "title": tree.title,
        "created_at": tree.created_at, "changed_at": tree.changed_at,
        "shared_at": tree.shared_at, "entries": _entries(list(tree.nodes.all())),
    } for tree in trees.order_by("pk")]


def _entries(nodes: list[WhatIfNode]) -> list[dict[str, Any]]:
    numbers = {node.pk: node.number for node in nodes}
    return [{
        "number": node.number, "after": numbers.get(node.parent_id or 0), "kind": node.kind,
        "seat": node.seat, "text": node.text, "name": node.name,
    } for node in nodes]


def move_boards(guest: User, *, to: User) -> None:
    """Give a guest's boards to an account, except those of games where the guest keeps a seat."""
    kept = Seat.objects.filter(user=guest).values("game_id")
    WhatIfTree.objects.filter(owner=guest).exclude(game__in=kept).update(owner=to)
