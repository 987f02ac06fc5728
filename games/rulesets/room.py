"""What a game brings to this service: its rules and one object for each use of them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.ruleset import Ruleset
from games.rulesets.protocols import (
    BoardPictures,
    EmailParts,
    Introduction,
    ReplayColumns,
    TablePanel,
    TurnForm,
)


@dataclass(frozen=True, slots=True)
class Assets:
    """Static files of a game, by their names for the ``static`` tag.

    ``picture_sheets`` style its pictures, in lists too; ``page_sheets`` what else its pages show.
    ``board_scripts`` are loaded before the scripts of a table's page, ``replay_scripts`` before
    those of the replay; ``games/globals.d.ts`` says what they may set.
    """

    picture_sheets: tuple[str, ...] = ()
    page_sheets: tuple[str, ...] = ()
    board_scripts: tuple[str, ...] = ()
    replay_scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Room:
    """One game: its ruleset, and for each use what pages and emails ask."""

    ruleset: Ruleset
    boards: BoardPictures
    table: TablePanel
    turn: TurnForm
    replay: ReplayColumns
    emails: EmailParts
    introduction: Introduction
    assets: Assets = Assets()

    @property
    def name(self) -> str:
        """The name by which stored games and addresses know it."""
        return self.ruleset.name

    @property
    def title(self) -> str:
        """What people call it."""
        return self.ruleset.title
