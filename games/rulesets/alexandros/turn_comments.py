"""Reasons why a turn is good, in words, compared with another turn.

They use the view of its player and public memory, so they say nothing that this player could not
know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.addressing import told
from engine.alexandros import cards, display_names
from engine.alexandros.analysis.analyst import after
from engine.alexandros.describe import region_of
from engine.alexandros.moves import Move
from engine.alexandros.occupying import symbol_spaces
from engine.alexandros.provinces import closed_provinces, levy_gains, owner, price, value
from engine.alexandros.state import OVER, State

MOST = 4  # sentences on one turn
WORTH_A_WORD = 3  # points: provinces that are worth less are not mentioned


@dataclass(frozen=True, slots=True)
class Rival:
    """Another player who might soon have a province, and their cards as far as we know them."""

    seat: int
    cards: cards.Counts


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The view before a turn, after it, and after the other one.

    If nothing has been ``played`` yet, ``other`` is the view before.
    """

    before: State
    good: State
    other: State
    seat: int
    names: Sequence[str]
    played: bool

    @property
    def name(self) -> str:
        return self.names[self.seat]


class AlexandrosComments:
    """See ``games.rulesets.protocols.TurnComments``."""

    def reasons(self, view: State, moves: Sequence[Move], *, instead: Sequence[Move] | None,
                seat: int, names: Sequence[str]) -> list[str]:
        both = _Comparison(view, after(view, moves), after(view, instead or ()), seat,
                           names, instead is not None)
        texts = [
            text for find in (_endings, _scores, _provinces, _losses, _chances_left, _incomes)
            for text in find(both)
        ]
        return (texts or list(_reserves(both)) or list(_nothing_visible(both)))[:MOST]


def _endings(both: _Comparison) -> Iterator[str]:
    if both.good.phase == OVER and both.seat in both.good.winners:
        yield told(both.names, both.seat, _("It ends the game, and you win."),
                   _("It ends the game, and %(name)s wins.")) % {"name": both.name}
    if both.played and both.other.phase == OVER and both.seat not in both.other.winners:
        yield told(both.names, both.seat, _("What was played ends the game, and you lose."),
                   _("What was played ends the game, and %(name)s loses.")) % {"name": both.name}


def _scores(both: _Comparison) -> Iterator[str]:
    gains = [b - a for a, b in zip(both.before.scores, both.good.scores, strict=True)]
    mine = gains[both.seat]
    most = max(gain for seat, gain in enumerate(gains) if seat != both.seat)
    if mine > both.other.scores[both.seat] - both.before.scores[both.seat]:
        yield told(both.names, both.seat, ngettext(
            "The levy gives you %(count)s point, and nobody else more than %(most)s.",
            "The levy gives you %(count)s points, and nobody else more than %(most)s.", mine,
        ), ngettext(
            "The levy gives %(name)s %(count)s point, and nobody else more than %(most)s.",
            "The levy gives %(name)s %(count)s points, and nobody else more than %(most)s.", mine,
        )) % {"name": both.name, "count": mine, "most": most}


def _provinces(both: _Comparison) -> Iterator[str]:
    """Yield the provinces that the turn occupies or closes off, the most valuable first."""
    new = [p for p in closed_provinces(both.good) if value(both.good.board, p) >= WORTH_A_WORD]
    for province in sorted(new, key=lambda p: -value(both.good.board, p)):
        holder = owner(both.good, province)
        if holder == both.seat and not both.before.guards[both.seat] & province:
            yield _occupied(both, province)
        elif (
            holder is None and province not in closed_provinces(both.before)
            and _may_occupy(both.good, both.seat, province)
        ):
            yield _closed(both, province)


def _occupied(both: _Comparison, province: int) -> str:
    loser = owner(both.before, province)
    about = _about(both, province)
    if loser is not None:
        text = told(
            both.names, loser, _("It takes over your province in %(region)s, worth %(worth)s."),
            _("It takes over %(loser)s’s province in %(region)s, worth %(worth)s."),
        ) if about["region"] else told(
            both.names, loser, _("It takes over your province, worth %(worth)s."),
            _("It takes over %(loser)s’s province, worth %(worth)s."))
        return text % {**about, "loser": both.names[loser]}
    rival = _rival(both, both.good, province)
    if rival is None:
        text = (
            _("It occupies a province in %(region)s, worth %(worth)s.") if about["region"]
            else _("It occupies a province worth %(worth)s.")
        )
        return text % about
    text = told(
        both.names, rival.seat,
        _("It occupies a province in %(region)s, worth %(worth)s, before you, who hold %(cards)s."),
        _("It occupies a province in %(region)s, worth %(worth)s, before %(rival)s, who holds"
          " %(cards)s."),
    ) if about["region"] else told(
        both.names, rival.seat,
        _("It occupies a province worth %(worth)s, before you, who hold %(cards)s."),
        _("It occupies a province worth %(worth)s, before %(rival)s, who holds %(cards)s."))
    return text % {**about, **_in_words(both, rival)}


def _closed(both: _Comparison, province: int) -> str:
    about = _about(both, province)
    text = told(
        both.names, both.seat,
        _("It closes off a province in %(region)s, worth %(worth)s, which you can pay for."),
        _("It closes off a province in %(region)s, worth %(worth)s, which %(name)s can pay for."),
    ) if about["region"] else told(
        both.names, both.seat,
        _("It closes off a province worth %(worth)s, which you can pay for."),
        _("It closes off a province worth %(worth)s, which %(name)s can pay for."))
    return text % {**about, "name": both.name}


def _losses(both: _Comparison) -> Iterator[str]:
    """Yield whose income the turn lowers without taking a province over."""
    was, now = levy_gains(both.before), levy_gains(both.good)
    for seat, name in enumerate(both.names[:both.good.players]):
        lost = was[seat] - now[seat]
        kept = both.before.guards[seat] == both.good.guards[seat]
        if seat != both.seat and kept and lost >= WORTH_A_WORD:
            yield told(both.names, seat, ngettext(
                "It costs you %(count)s point in every levy.",
                "It costs you %(count)s points in every levy.", lost,
            ), ngettext(
                "It costs %(name)s %(count)s point in every levy.",
                "It costs %(name)s %(count)s points in every levy.", lost,
            )) % {"name": name, "count": lost}


def _chances_left(both: _Comparison) -> Iterator[str]:
    """Yield the best province that only the other turn leaves to somebody else."""
    if not both.played:
        return
    left = [p for p in closed_provinces(both.other) if owner(both.other, p) is None]
    for province in sorted(left, key=lambda p: -value(both.other.board, p)):
        about = _about(both, province)
        taken = owner(both.good, province) == both.seat
        same = province in closed_provinces(both.good) and not taken
        rival = _rival(both, both.other, province)
        worth = value(both.other.board, province)
        if rival and not taken and not same and worth >= WORTH_A_WORD:
            text = told(
                both.names, rival.seat,
                _("What was played leaves a province in %(region)s, worth %(worth)s, to you, who"
                  " hold %(cards)s."),
                _("What was played leaves a province in %(region)s, worth %(worth)s, to %(rival)s,"
                  " who holds %(cards)s."),
            ) if about["region"] else told(
                both.names, rival.seat,
                _("What was played leaves a province worth %(worth)s to you, who hold %(cards)s."),
                _("What was played leaves a province worth %(worth)s to %(rival)s, who holds"
                  " %(cards)s."))
            yield text % {**about, **_in_words(both, rival)}
            return


def _incomes(both: _Comparison) -> Iterator[str]:
    good, other = levy_gains(both.good)[both.seat], levy_gains(both.other)[both.seat]
    if both.good.phase == OVER or good <= other:
        return
    if not both.played:
        yield told(both.names, both.seat, ngettext(
            "Afterwards, a levy gives you %(count)s point.",
            "Afterwards, a levy gives you %(count)s points.", good,
        ), ngettext(
            "Afterwards, a levy gives %(name)s %(count)s point.",
            "Afterwards, a levy gives %(name)s %(count)s points.", good,
        )) % {"name": both.name, "count": good}
    else:
        yield told(both.names, both.seat, ngettext(
            "Afterwards, a levy gives you %(count)s point; after what was played, %(other)s.",
            "Afterwards, a levy gives you %(count)s points; after what was played, %(other)s.",
            good,
        ), ngettext(
            "Afterwards, a levy gives %(name)s %(count)s point; after what was played, %(other)s.",
            "Afterwards, a levy gives %(name)s %(count)s points; after what was played, %(other)s.",
            good,
        )) % {"name": both.name, "count": good, "other": other}


def _reserves(both: _Comparison) -> Iterator[str]:
    """Yield the cards and walls that the turn saves, if the board shows no effect."""
    if not both.played:
        return
    held = [cards.total(state.hands[both.seat]) for state in (both.good, both.other)]
    if held[0] > held[1]:
        yield told(both.names, both.seat, ngettext(
            "It leaves you with %(count)s card in hand instead of %(other)s.",
            "It leaves you with %(count)s cards in hand instead of %(other)s.", held[0],
        ), ngettext(
            "It leaves %(name)s with %(count)s card in hand instead of %(other)s.",
            "It leaves %(name)s with %(count)s cards in hand instead of %(other)s.", held[0],
        )) % {"name": both.name, "count": held[0], "other": held[1]}
    walls = both.other.walls_left - both.good.walls_left
    if walls:
        yield (ngettext("It uses %(count)s wall more.", "It uses %(count)s walls more.", walls)
               if walls > 0 else
               ngettext("It saves %(count)s wall.", "It saves %(count)s walls.", -walls)
               ) % {"count": abs(walls)}


def _nothing_visible(both: _Comparison) -> Iterator[str]:
    if both.played:
        yield _("On the board the two turns look alike. What makes this one better shows only in"
                " the replies of the others.")


def _about(both: _Comparison, province: int) -> dict[str, object]:
    board = both.before.board
    return {"region": region_of(board, province), "worth": value(board, province)}


def _in_words(both: _Comparison, rival: Rival) -> dict[str, object]:
    return {"rival": both.names[rival.seat], "cards": display_names.card_list(rival.cards)}


def _may_occupy(state: State, seat: int, province: int) -> bool:
    """Return whether the seat's cards and guards pay for a free province."""
    cost = price(state.board, symbol_spaces(state, province))
    lacking = cards.total(cards.missing(state.hands[seat], cost))
    return cards.total(cost) > 0 and max(1, lacking) <= state.guards_left(seat)


def _rival(both: _Comparison, state: State, province: int) -> Rival | None:
    """Return the likeliest other player who may be able to pay for a province.

    The judgement uses only cards that everybody knows.
    """
    found: tuple[int, Rival] | None = None
    cost = price(state.board, province & ~state.board.open)
    for seat in range(state.players):
        known = state.known[seat]
        useful = tuple(held if need else 0 for held, need in zip(known, cost, strict=True))
        lacking = cards.total(cards.missing(known, cost))
        unknown = cards.total(state.hands[seat]) - cards.total(known)
        can_pay = state.guards_left(seat) > 0 and lacking <= unknown + state.guards_left(seat)
        if seat != both.seat and can_pay and cards.total(useful) > (found[0] if found else 0):
            found = cards.total(useful), Rival(seat, useful)
    return found[1] if found else None
