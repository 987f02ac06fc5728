"""Sentences about events for players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from alexandros_rules.addressing import is_reader, outcome, subjects, told
from alexandros_rules.alexandros import cards, display_names, events
from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.cards import UNKNOWN
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.provinces import closed_off, owner, province_of, provinces, value
from alexandros_rules.alexandros.state import State
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import gettext_noop, list_with_and, ngettext

REASONS = {
    "walls": gettext_noop("The game is over because the black walls ran out and red ones were"
                          " needed."),
    "points": gettext_noop("The game is over because a player reached 100 points."),
    "stuck": gettext_noop("The game is over because Alexander could not be moved for a whole"
                          " round."),
    "quiet": gettext_noop("The game is over because four whole rounds have passed without a new"
                          " wall, a point or an occupation."),
}
LAST_ROUND = {
    "walls": gettext_noop("The black walls ran out and red ones were needed, so this is the last"
                          " round: the game ends after %(name)s's turn."),
    "points": gettext_noop("A player has reached 100 points, so this is the last round: the game"
                           " ends after %(name)s's turn."),
}
YOUR_LAST_ROUND = {  # if the reader has the last turn
    "walls": gettext_noop("The black walls ran out and red ones were needed, so this is the last"
                          " round: the game ends after your turn."),
    "points": gettext_noop("A player has reached 100 points, so this is the last round: the game"
                           " ends after your turn."),
}


def describe_events(
    events_with_states: Sequence[tuple[events.Event, State | None]], names: Sequence[str]
) -> list[str]:
    """Describe the events of one move, each with the state (or view) before it.

    Cards turned up one after the other share a sentence.
    """
    pairs = events_with_states
    if len(pairs) > 1 and isinstance(pairs[1][0], events.Continued):
        pairs = pairs[1:]  # this event says more than the start of the game before it
    sentences: list[str] = []
    for _kind, group in groupby(pairs, key=lambda pair: type(pair[0])):
        run = list(group)
        turned_up = [event.card for event, _before in run if isinstance(event, events.Revealed)]
        if turned_up:
            sentences.append(_turned_up(turned_up))
        else:
            sentences += [describe_event(event, before, names) for event, before in run]
    return [sentence for sentence in sentences if sentence]


def describe_event(event: events.Event, before: State | None, names: Sequence[str]) -> str:
    """Describe one event in a sentence; return "" if the sentence of another event covers it.

    ``before`` is the state (or view) before the event, None for the first event of a game.
    ``names`` are the players, seat by seat.
    """
    if before is None:
        assert isinstance(event, events.Started)
        return _started(event, names)
    return _SENTENCES[type(event)](event, before, names)


def region_of(board: Board, province: int) -> str:
    """Return the region with most of a province's spaces; "" on a board without regions."""
    region = _region(board, province)
    return display_names.region_name(board, region) if region else ""


@lru_cache(maxsize=4096)  # of all the provinces in a few dozen games
def _region(board: Board, province: int) -> str:
    counts = Counter(board.region_of.get(space, "") for space in bits(province))
    return counts.most_common(1)[0][0]


def _started(event: events.Started, names: Sequence[str]) -> str:
    more, first = event.with_more_cards, event.first
    if len(more) == event.players - 1:
        text = told(names, first, _(
            "The game begins. You move first and have one action in this turn; everybody else"
            " begins with one more card."), _(
            "The game begins. %(name)s moves first and has one action in this turn; everybody else"
            " begins with one more card."))
    elif more:
        text = told(names, first, _(
            "The game begins. You move first and have one action in this turn; %(more)s begin with"
            " one more card."), _(
            "The game begins. %(name)s moves first and has one action in this turn; %(more)s begin"
            " with one more card."))
    elif event.balanced_start:
        text = told(names, first, _(
            "The game begins. You move first and have one action in this turn."), _(
            "The game begins. %(name)s moves first and has one action in this turn."))
    else:
        text = told(names, first, _("The game begins. You move first."),
                    _("The game begins. %(name)s moves first."))
    return text % {"name": names[first], "more": subjects(names, more)}


def _shuffled(event: events.Shuffled, before: State, names: Sequence[str]) -> str:
    if not before.shuffles:
        return ""
    count = len(event.supply)
    return ngettext(
        "The only discarded card becomes the supply.",
        "The %(count)s discarded cards are shuffled and become the supply.", count,
    ) % {"count": count}


def _dealt_again(event: events.DealtAgain, before: State, names: Sequence[str]) -> str:
    return " ".join(
        [
            _("The cards are dealt as in the first game of the match."),
            *[
                _gets(names, seat, display_names.card_list(hand))
                for seat, hand in enumerate(event.hands)
            ],
            _turned_up(event.face_up),
        ]
    )


def _gets(names: Sequence[str], seat: int, what: str) -> str:
    return told(names, seat, _("You get %(cards)s."), _("%(name)s gets %(cards)s.")) % {
        "name": names[seat], "cards": what}


def _continued(event: events.Continued, before: State, names: Sequence[str]) -> str:
    after = evolve(before, event)
    return " ".join(
        [
            told(names, after.seat, _(
                "The game goes on from a position in turn %(turn)s of another game; it is your"
                " turn. The hidden cards have been dealt again."), _(
                "The game goes on from a position in turn %(turn)s of another game; it is"
                " %(name)s's turn. The hidden cards have been dealt again."))
            % {"turn": after.turn, "name": names[after.seat]},
            *[
                told(names, seat, _("You have %(cards)s."), _("%(name)s has %(cards)s."))
                % {"name": names[seat], "cards": display_names.card_list(hand)}
                for seat, hand in enumerate(event.hands)
                if cards.total(hand) and not hand[UNKNOWN]
            ],
        ]
    )


def _dealt(event: events.Dealt, before: State, names: Sequence[str]) -> str:
    if event.card == UNKNOWN:
        return ""
    return told(names, event.seat, _("You are dealt %(card)s."),
                _("%(name)s is dealt %(card)s.")) % {
        "name": names[event.seat], "card": display_names.a_card(event.card),
    }


def _revealed(event: events.Revealed, before: State, names: Sequence[str]) -> str:
    return _turned_up([event.card])


def _turned_up(turned_up: Sequence[int]) -> str:
    count = len(turned_up)
    if UNKNOWN in turned_up:  # then all of them are: a view knows either all or none
        return ngettext(
            "A new card is turned up.", "%(count)s new cards are turned up.", count
        ) % {"count": count}
    return ngettext(
        "The new face-up card is %(cards)s.", "The new face-up cards are %(cards)s.", count
    ) % {"cards": display_names.card_list(cards.counts(turned_up))}


def _chose(event: events.Chose, before: State, names: Sequence[str]) -> str:
    return (
        told(names, event.seat, _(
            "You take the %(card)s to march as a joker, because no empty space bears that"
            " symbol."), _(
            "%(name)s takes the %(card)s to march as a joker, because no empty space bears that"
            " symbol."))
        if event.joker else told(names, event.seat, _("You take the %(card)s to march."),
                                 _("%(name)s takes the %(card)s to march."))
    ) % {"name": names[event.seat], "card": display_names.card_name(event.card)}


def _played(event: events.Played, before: State, names: Sequence[str]) -> str:
    return told(names, event.seat, _("You play %(card)s from your hand to march."),
                _("%(name)s plays %(card)s from their hand to march.")) % {
        "name": names[event.seat], "card": display_names.a_card(event.card),
    }


def _marched(event: events.Marched, before: State, names: Sequence[str]) -> str:
    after = evolve(before, event)
    space, corner = event.point.split(".")
    region = region_of(before.board, 1 << before.board.space_by_name[space])
    march = (
        _("Alexander marches to %(point)s in %(region)s.") if region
        else _("Alexander marches to %(point)s.")
    ) % {"point": display_names.point_of(corner, space), "region": region}
    return " ".join([march, _walls(event), *_changes(before, after, names)])


def _walls(event: events.Marched) -> str:
    count = event.black + event.red
    if not count:
        return _("He places no new walls.")
    if not event.black:
        sentence = ngettext(
            "He places %(count)s new red wall.", "He places %(count)s new red walls.", count
        )
    elif event.red:
        sentence = ngettext(
            "He places %(count)s new wall, %(red)s of them red.",
            "He places %(count)s new walls, %(red)s of them red.", count,
        )
    else:
        sentence = ngettext(
            "He places %(count)s new wall.", "He places %(count)s new walls.", count
        )
    return sentence % {"count": count, "red": event.red}


def _changes(before: State, after: State, names: Sequence[str]) -> list[str]:
    """Describe how a march divided provinces (A15, P5)."""
    now = provinces(after.board, after.walls)
    sentences = []
    for province in provinces(before.board, before.walls):
        parts = sorted((p for p in now if p & province), key=lambda p: (-p.bit_count(), p))
        if len(parts) > 1:
            holder = owner(before, province)
            sentences += (
                _open_division(after, province, parts) if holder is None
                else _held_division(after, province, parts, holder, names)
            )
    return sentences


def _open_division(after: State, province: int, parts: list[int]) -> list[str]:
    closed = [_closed(after.board, part) for part in closed_off(after, province, parts)]
    return closed or [ngettext(
        "The open land is divided into %(count)s part.",
        "The open land is divided into %(count)s parts.", len(parts),
    ) % {"count": len(parts)}]


def _held_division(
    after: State, province: int, parts: list[int], holder: int, names: Sequence[str]
) -> list[str]:
    region = region_of(after.board, province)
    divided = (
        told(names, holder, _("Your province in %(region)s is divided."),
             _("%(name)s's province in %(region)s is divided.")) if region
        else told(names, holder, _("Your province is divided."),
                  _("%(name)s's province is divided."))
    ) % {"name": names[holder], "region": region}
    return [divided, *(
        (told(names, holder, _("You keep the part worth %(worth)s."),
              _("%(name)s keeps the part worth %(worth)s.")) if owner(after, part) == holder
         else _("The part worth %(worth)s is free now."))
        % {"name": names[holder], "worth": value(after.board, part)}
        for part in parts
    )]


def _closed(board: Board, part: int) -> str:
    region, count = region_of(board, part), part.bit_count()
    sentence = ngettext(
        "A province of %(count)s space in %(region)s worth %(worth)s is closed off.",
        "A province of %(count)s spaces in %(region)s worth %(worth)s is closed off.", count,
    ) if region else ngettext(
        "A province of %(count)s space worth %(worth)s is closed off.",
        "A province of %(count)s spaces worth %(worth)s is closed off.", count,
    )
    return sentence % {"count": count, "region": region, "worth": value(board, part)}


def _stayed(event: events.Stayed, before: State, names: Sequence[str]) -> str:
    if event.card is None:
        return told(
            names, event.seat, _("No card allows you to march, so Alexander stays where he is."),
            _("No card allows %(name)s to march, so Alexander stays where he is."),
        ) % {"name": names[event.seat]}
    return told(names, event.seat, _(
        "No card allows a march. You take %(card)s, and Alexander stays where he is."), _(
        "No card allows a march. %(name)s takes %(card)s, and Alexander stays where he is."),
    ) % {"name": names[event.seat], "card": display_names.a_card(event.card)}


def _drew(event: events.Drew, before: State, names: Sequence[str]) -> str:
    return (
        told(names, event.seat, _("You draw a card from the supply."),
             _("%(name)s draws a card from the supply.")) if event.card == UNKNOWN
        else told(names, event.seat, _("You draw %(card)s from the supply."),
                  _("%(name)s draws %(card)s from the supply."))
    ) % {"name": names[event.seat], "card": display_names.a_card(event.card)}


def _took(event: events.Took, before: State, names: Sequence[str]) -> str:
    return told(names, event.seat, _("You take the face-up %(card)s."),
                _("%(name)s takes the face-up %(card)s.")) % {
        "name": names[event.seat], "card": display_names.card_name(event.card),
    }


def _occupied(event: events.Occupied, before: State, names: Sequence[str]) -> str:
    province = _province(before, event.guards)
    region, guards = region_of(before.board, province), len(event.guards)
    sentence = told(names, event.seat, ngettext(
        "You occupy a province in %(region)s worth %(worth)s with a guard on %(spaces)s and pay"
        " %(cards)s.",
        "You occupy a province in %(region)s worth %(worth)s with guards on %(spaces)s and pay"
        " %(cards)s.", guards,
    ), ngettext(
        "%(name)s occupies a province in %(region)s worth %(worth)s with a guard on %(spaces)s and"
        " pays %(cards)s.",
        "%(name)s occupies a province in %(region)s worth %(worth)s with guards on %(spaces)s and"
        " pays %(cards)s.", guards,
    )) if region else told(names, event.seat, ngettext(
        "You occupy a province worth %(worth)s with a guard on %(spaces)s and pay %(cards)s.",
        "You occupy a province worth %(worth)s with guards on %(spaces)s and pay %(cards)s.",
        guards,
    ), ngettext(
        "%(name)s occupies a province worth %(worth)s with a guard on %(spaces)s and pays"
        " %(cards)s.",
        "%(name)s occupies a province worth %(worth)s with guards on %(spaces)s and pays"
        " %(cards)s.", guards,
    ))
    return sentence % {
        "name": names[event.seat], "region": region, "worth": value(before.board, province),
        "spaces": list_with_and(event.guards), "cards": display_names.card_list(event.paid),
    }


def _took_over(event: events.TookOver, before: State, names: Sequence[str]) -> str:
    province = _province(before, event.guards)
    region = region_of(before.board, province)
    takeover = _takeover(event, names, in_region=bool(region)) % {
        "name": names[event.seat], "loser": names[event.loser], "region": region,
        "worth": value(before.board, province), "spaces": list_with_and(event.guards),
        "cards": display_names.card_list(cards.add(event.removal, event.paid)),
    }
    if not cards.total(event.given):
        return takeover
    return f"{takeover} {_gets(names, event.loser, display_names.card_list(event.given))}"


def _takeover(event: events.TookOver, names: Sequence[str], *, in_region: bool) -> str:
    guards = len(event.guards)
    if is_reader(names, event.loser):
        return ngettext(
            "%(name)s takes over your province in %(region)s worth %(worth)s with a guard on"
            " %(spaces)s and plays %(cards)s.",
            "%(name)s takes over your province in %(region)s worth %(worth)s with guards on"
            " %(spaces)s and plays %(cards)s.", guards,
        ) if in_region else ngettext(
            "%(name)s takes over your province worth %(worth)s with a guard on %(spaces)s and"
            " plays %(cards)s.",
            "%(name)s takes over your province worth %(worth)s with guards on %(spaces)s and"
            " plays %(cards)s.", guards,
        )
    return told(names, event.seat, ngettext(
        "You take over %(loser)s's province in %(region)s worth %(worth)s with a guard on"
        " %(spaces)s and play %(cards)s.",
        "You take over %(loser)s's province in %(region)s worth %(worth)s with guards on"
        " %(spaces)s and play %(cards)s.", guards,
    ), ngettext(
        "%(name)s takes over %(loser)s's province in %(region)s worth %(worth)s with a guard on"
        " %(spaces)s and plays %(cards)s.",
        "%(name)s takes over %(loser)s's province in %(region)s worth %(worth)s with guards on"
        " %(spaces)s and plays %(cards)s.", guards,
    )) if in_region else told(names, event.seat, ngettext(
        "You take over %(loser)s's province worth %(worth)s with a guard on %(spaces)s and play"
        " %(cards)s.",
        "You take over %(loser)s's province worth %(worth)s with guards on %(spaces)s and play"
        " %(cards)s.", guards,
    ), ngettext(
        "%(name)s takes over %(loser)s's province worth %(worth)s with a guard on %(spaces)s and"
        " plays %(cards)s.",
        "%(name)s takes over %(loser)s's province worth %(worth)s with guards on %(spaces)s and"
        " plays %(cards)s.", guards,
    ))


def _levied(event: events.Levied, before: State, names: Sequence[str]) -> str:
    seats = [(event.seat + i) % before.players for i in range(before.players)]
    gains = [
        told(names, seat, _("you score %(points)s"), _("%(name)s scores %(points)s"))
        % {"name": names[seat], "points": event.gains[seat]}
        for seat in seats
    ]
    return told(names, event.seat, _("You levy taxes with %(card)s: %(gains)s."),
                _("%(name)s levies taxes with %(card)s: %(gains)s.")) % {
        "name": names[event.seat],
        "card": display_names.a_card(event.card),
        "gains": list_with_and(gains),
    }


def _recalled(event: events.Recalled, before: State, names: Sequence[str]) -> str:
    province = _province(before, (event.space,))
    recall = told(names, event.seat, _("You take back the guard from %(space)s."),
                  _("%(name)s takes back the guard from %(space)s.")) % {
        "name": names[event.seat], "space": event.space,
    }
    if (before.guards[event.seat] & province).bit_count() > 1:
        return recall
    return " ".join([recall, _("The province is free now.")])


def _last_round(event: events.LastRound, before: State, names: Sequence[str]) -> str:
    text = told(names, event.last, YOUR_LAST_ROUND[event.reason], LAST_ROUND[event.reason])
    return _(text) % {"name": names[event.last]}


def _quiet_rounds(event: events.QuietRounds, before: State, names: Sequence[str]) -> str:
    passed = ngettext(
        "%(count)s whole round has passed without a new wall, a point or an occupation.",
        "%(count)s whole rounds have passed without a new wall, a point or an occupation.",
        event.rounds,
    ) % {"count": event.rounds}
    left = ngettext(
        "After %(count)s more round like this, the game ends and the points decide.",
        "After %(count)s more rounds like this, the game ends and the points decide.", event.left,
    ) % {"count": event.left}
    prevents = _("To prevent this, somebody must place a wall, score a point, or occupy or take"
                 " over a province.")
    return " ".join([passed, left, prevents])


def _turn_ended(event: events.TurnEnded, before: State, names: Sequence[str]) -> str:
    text = told(names, event.next, _("%(name)s's turn ends; you are next."),
                _("%(name)s's turn ends; %(next)s is next."))
    return told(names, event.seat, _("Your turn ends; %(next)s is next."), text) % {
        "name": names[event.seat], "next": names[event.next],
    }


def _ended(event: events.Ended, before: State, names: Sequence[str]) -> str:
    return " ".join([_(REASONS[event.reason]), outcome(event.winners, before.scores, names)])


def _province(state: State, guards: tuple[str, ...]) -> int:
    return province_of(state.board, state.walls, state.board.space_by_name[guards[0]])


_SENTENCES: dict[type[Any], Callable[[Any, State, Sequence[str]], str]] = {
    events.DealtAgain: _dealt_again, events.Continued: _continued,
    events.Shuffled: _shuffled, events.Dealt: _dealt,
    events.Revealed: _revealed, events.Chose: _chose, events.Played: _played,
    events.Marched: _marched, events.Stayed: _stayed, events.Drew: _drew, events.Took: _took,
    events.Occupied: _occupied, events.TookOver: _took_over, events.Levied: _levied,
    events.Recalled: _recalled, events.LastRound: _last_round,
    events.QuietRounds: _quiet_rounds, events.TurnEnded: _turn_ended, events.Ended: _ended,
}
