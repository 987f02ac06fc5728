"""The what-if boards of a person: beginning, naming, sharing and deleting whole ones."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.base import rate_limits
from games.base.plain_text import one_line
from games.base.refusals import Closed, Missing, TableRefusal
from games.models import Game, User, WhatIfNode, WhatIfTree
from games.models.what_if import TITLE_LENGTH
from games.what_if import access

MAX_TREES = 30  # of one person in one game
ROOT = 1


def begin(game: Game, *, user: User | None, seat: int | None, number: int,
          now: datetime) -> WhatIfTree:
    """A new board at position ``number``, as this person sees the game now.

    Refuses people who may not (Missing, Foreign), missing positions (Missing), and more boards
    than anybody needs (TableRefusal, TooOften).
    """
    owner = access.check_may_begin(game, user, seat=seat)
    if not 1 <= number <= game.number:
        raise Missing("no-position", _("There is no such position in this game."))
    rate_limits.count("what if", owner.pk, now=now)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        if WhatIfTree.objects.filter(game=game, owner=owner).count() >= MAX_TREES:
            raise TableRefusal("too-many-boards", _(
                "You have %(count)s what-if boards in this game, which is as many as we keep."
                " Please delete one that you no longer need, or continue one of them."
            ) % {"count": MAX_TREES})
        hides = game.status != Game.Status.OVER
        tree = WhatIfTree.objects.create(game=game, owner=owner, number=number,
                                         seat=seat if hides else None, created_at=now,
                                         changed_at=now)
        WhatIfNode.objects.create(tree=tree, number=ROOT, kind=WhatIfNode.Kind.ROOT)
    return tree


def rename(tree: WhatIfTree, title: str, *, now: datetime) -> None:
    """Gives a board a title; an empty one removes it."""
    tree.title, tree.changed_at = clean_name(title), now
    tree.save(update_fields=["title", "changed_at"])


def clean_name(name: str) -> str:
    """A title or name as it is stored; refuses one that is too long."""
    cleaned = one_line(name)
    if len(cleaned) > TITLE_LENGTH:
        raise TableRefusal("long-name", _("This name is too long. Please use at most %(letters)s"
                                          " letters.") % {"letters": TITLE_LENGTH})
    return cleaned


def share(tree: WhatIfTree, *, now: datetime) -> None:
    """Shows a board to everybody who may see the replay; refuses (Closed) before the end."""
    if tree.game.status != Game.Status.OVER:
        raise Closed("not-over", _("You can share a what-if board when the game is over. Until"
                                   " then, nobody else can see it."))
    tree.shared_at = tree.shared_at or now
    tree.save(update_fields=["shared_at"])


def end_sharing(tree: WhatIfTree) -> None:
    """Makes a shared board private again."""
    tree.shared_at = None
    tree.save(update_fields=["shared_at"])


def delete(tree: WhatIfTree) -> None:
    """Deletes a board with everything in it."""
    tree.delete()
