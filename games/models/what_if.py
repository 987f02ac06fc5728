"""What-if boards: trees of turns that somebody tries out, visible only to them.

A tree stores orders as text, never a position. ``games.features.what_if`` decides who may see and
change one.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import new_code

TITLE_LENGTH = 60


class WhatIfTree(models.Model):
    """A tree of tries that begins at a position of a game.

    ``key``     identifies it in URLs; it is random, so that it tells nobody how many there are.
    ``number``  the position where it begins.
    ``seat``    whose view it shows, also after the end; None for one that was begun after the end
                and hides nothing.
    ``last``    the number of its latest node.
    ``shared_at``  since when everybody who may see the replay sees it; None for a private one.
    """

    key = models.CharField(max_length=10, default=new_code, editable=False)
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="what_if_trees",
                             db_index=False)  # what_if_of_owner begins with it
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE,
                              related_name="what_if_trees")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    title = models.CharField(max_length=TITLE_LENGTH, blank=True)
    last = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    shared_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-changed_at", "-id"]
        indexes: ClassVar = [models.Index(fields=["game", "owner"], name="what_if_of_owner")]
        # A unique field would get another index for LIKE on PostgreSQL, which nothing needs.
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="what_if_key_once")]

    def __str__(self) -> str:
        return f"what-if board {self.key}"


class WhatIfNode(models.Model):
    """A place in a tree, and how one gets there from its parent.

    ``number``  identifies it within its tree; the root has 1, and parents have smaller numbers.
    ``seat``    the seat that gives the orders; None for the root and for assumptions.
    ``text``    orders in notation, or an assumption in the words of the game.
    """

    class Kind(models.TextChoices):
        ROOT = "root", "root"
        ORDERS = "orders", "orders"
        ASSUMPTION = "assumption", "assumption"

    tree = models.ForeignKey(WhatIfTree, on_delete=models.CASCADE, related_name="nodes",
                             db_index=False)  # what_if_node_once begins with it
    number = models.PositiveIntegerField()
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True,
                               related_name="children")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.TextField(blank=True)
    name = models.CharField(max_length=TITLE_LENGTH, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tree", "number"], name="what_if_node_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"
