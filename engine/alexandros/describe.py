"""Describes events in sentences for players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from engine.alexandros import cards, events
from engine.alexandros.board import Board
from engine.alexandros.cards import UNKNOWN
from engine.alexandros.evolve import evolve
from engine.alexandros.lattice import bits
from engine.alexandros.provinces import closed_off, owner, province_of, provinces, value
from engine.alexandros.state import State

CORNERS = {
    "N": "north", "S": "south", "NE": "north-east", "NW": "north-west",
    "SE": "south-east", "SW": "south-west",
}
REASONS = {
    "walls": "the red walls were needed",
    "points": "100 points were reached",
    "stuck": "Alexander could not be moved for a whole round",
}


def describe_events(
    events_with_states: Sequence[tuple[events.Event, State | None]], names: Sequence[str]
) -> list[str]:
    """Describes the events of one move, each with the state (or view) before it.

    Cards turned up one after the other share a sentence.
    """
    sentences: list[str] = []
    for _, group in groupby(events_with_states, key=lambda pair: type(pair[0])):
        run = list(group)
        turned_up = [event.card for event, _ in run if isinstance(event, events.Revealed)]
        if turned_up:
            sentences.append(_turned_up(turned_up))
        else:
            sentences += [describe_event(event, before, names) for event, before in run]
    return [sentence for sentence in sentences if sentence]


def describe_event(event: events.Event, before: State | None, names: Sequence[str]) -> str:
    """Describes one event; "" if the sentence of another event covers it.

    ``before`` is the state (or view) before the event, None for the first event of a game.
    ``names`` are the players, seat by seat.
    """
    if before is None:
        assert isinstance(event, events.Started)
        return f"The game begins; {names[event.first]} is the first to move."
    return _SENTENCES[type(event)](event, before, names)


def region_of(board: Board, province: int) -> str:
    """Returns the region with most of a province's spaces, "" on a board without regions."""
    counts = Counter(board.region_of.get(space, "") for space in bits(province))
    return counts.most_common(1)[0][0]


def in_region(board: Board, province: int) -> str:
    """Returns " in Persis", or "" on a board without regions."""
    region = region_of(board, province)
    return f" in {region}" if region else ""


def _shuffled(event: events.Shuffled, before: State, names: Sequence[str]) -> str:
    if not before.shuffles:
        return ""
    if len(event.supply) == 1:
        return "The only discarded card becomes the supply."
    return f"The {len(event.supply)} discarded cards are shuffled and become the supply."


def _dealt(event: events.Dealt, before: State, names: Sequence[str]) -> str:
    if event.card == UNKNOWN:
        return ""
    return f"{names[event.seat]} is dealt {_a(event.card)}."


def _revealed(event: events.Revealed, before: State, names: Sequence[str]) -> str:
    return _turned_up([event.card])


def _turned_up(turned_up: Sequence[int]) -> str:
    if len(turned_up) == 1:
        card = "a new card" if turned_up[0] == UNKNOWN else _a(turned_up[0])
        return f"{_upper(card)} is turned up."
    hidden = UNKNOWN in turned_up  # then both are: the row has two places
    new = "two new cards" if hidden else cards.words(cards.counts(turned_up))
    return f"{_upper(new)} are turned up."


def _chose(event: events.Chose, before: State, names: Sequence[str]) -> str:
    joker = f" as a joker, for no empty space bears {_a(event.card)}" if event.joker else ""
    return f"{names[event.seat]} takes the {cards.NAMES[event.card]} to march{joker}."


def _played(event: events.Played, before: State, names: Sequence[str]) -> str:
    return f"{names[event.seat]} plays {_a(event.card)} from hand to march."


def _marched(event: events.Marched, before: State, names: Sequence[str]) -> str:
    after = evolve(before, event)
    space, _, corner = event.point.partition(".")
    board = before.board
    region = in_region(board, 1 << board.space_by_name[space])
    march = f"Alexander marches to {space}{region}, {CORNERS[corner]} point: {_walls(event)}."
    return " ".join([march, *_changes(before, after, names)])


def _walls(event: events.Marched) -> str:
    count = event.black + event.red
    if not count:
        return "no new wall"
    walls = f"wall{'s' if count > 1 else ''}"
    if not event.black:
        return f"{count} new red {walls}"
    return f"{count} new {walls}{f', {event.red} of them red' if event.red else ''}"


def _changes(before: State, after: State, names: Sequence[str]) -> list[str]:
    """Describes how a march divided provinces (A15, P5)."""
    now = provinces(after.board, after.walls)
    sentences = []
    for province in provinces(before.board, before.walls):
        parts = sorted((p for p in now if p & province), key=lambda p: (-p.bit_count(), p))
        if len(parts) > 1:
            sentences.append(_division(after, province, parts, owner(before, province), names))
    return sentences


def _division(
    after: State, province: int, parts: list[int], holder: int | None, names: Sequence[str]
) -> str:
    board = after.board
    if holder is None:
        closed = [_part(board, part) for part in closed_off(after, province, parts)]
        if not closed:
            return f"The open land is divided into {len(parts)} parts."
        return f"{_upper(_listed(closed))} {'is' if len(closed) == 1 else 'are'} closed off."
    outcomes = [
        f"the part worth {value(board, part)}"
        f" {'stays' if owner(after, part) == holder else 'is free'}"
        for part in parts
    ]
    return f"{names[holder]}'s province{in_region(board, province)} is cut: {_listed(outcomes)}."


def _part(board: Board, part: int) -> str:
    count = part.bit_count()
    spaces = f"{count} space{'s' if count > 1 else ''}"
    return f"a province of {spaces}{in_region(board, part)} worth {value(board, part)}"


def _stayed(event: events.Stayed, before: State, names: Sequence[str]) -> str:
    if event.card is None:
        return f"No card allows a march; Alexander stays for {names[event.seat]}."
    return f"No card allows a march; {names[event.seat]} takes {_a(event.card)}, Alexander stays."


def _drew(event: events.Drew, before: State, names: Sequence[str]) -> str:
    card = "a card" if event.card == UNKNOWN else _a(event.card)
    return f"{names[event.seat]} draws {card} from the supply."


def _took(event: events.Took, before: State, names: Sequence[str]) -> str:
    return f"{names[event.seat]} takes the face-up {cards.NAMES[event.card]}."


def _occupied(event: events.Occupied, before: State, names: Sequence[str]) -> str:
    province = _province(before, event.guards)
    return (
        f"{names[event.seat]} occupies a province{in_region(before.board, province)} worth"
        f" {value(before.board, province)} with {_guards(event.guards)} and pays"
        f" {cards.words(event.paid)}."
    )


def _took_over(event: events.TookOver, before: State, names: Sequence[str]) -> str:
    province = _province(before, event.guards)
    spent = cards.add(event.removal, event.paid)
    takeover = (
        f"{names[event.seat]} takes over {names[event.loser]}'s"
        f" province{in_region(before.board, province)} worth"
        f" {value(before.board, province)} with"
        f" {_guards(event.guards)} and plays {cards.words(spent)}."
    )
    if cards.total(event.given):
        takeover += f" {names[event.loser]} gets {cards.words(event.given)}."
    return takeover


def _levied(event: events.Levied, before: State, names: Sequence[str]) -> str:
    seats = [(event.seat + i) % before.players for i in range(before.players)]
    gains = ", ".join(f"{names[seat]} scores {event.gains[seat]}" for seat in seats)
    return f"{names[event.seat]} levies taxes with {_a(event.card)}: {gains}."


def _recalled(event: events.Recalled, before: State, names: Sequence[str]) -> str:
    province = _province(before, (event.space,))
    last = (before.guards[event.seat] & province).bit_count() == 1
    free = " The province is free now." if last else ""
    return f"{names[event.seat]} takes back the guard from {event.space}.{free}"


def _turn_ended(event: events.TurnEnded, before: State, names: Sequence[str]) -> str:
    return f"{names[event.seat]}'s turn ends; {names[event.next]} is next."


def _ended(event: events.Ended, before: State, names: Sequence[str]) -> str:
    winners = _listed([names[seat] for seat in event.winners])
    verb = "wins" if len(event.winners) == 1 else "share the win"
    best = before.scores[event.winners[0]]
    points = "1 point" if best == 1 else f"{best} points"
    return f"The game is over: {REASONS[event.reason]}. {winners} {verb} with {points}."


def _province(state: State, guards: tuple[str, ...]) -> int:
    return province_of(state.board, state.walls, state.board.space_by_name[guards[0]])


def _guards(names: tuple[str, ...]) -> str:
    return f"{'a guard' if len(names) == 1 else 'guards'} on {_listed(list(names))}"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _upper(text: str) -> str:
    """Capitalizes the first letter and leaves the rest."""
    return text[:1].upper() + text[1:]


def _a(card: int) -> str:
    return cards.article(cards.NAMES[card])


_SENTENCES: dict[type[Any], Callable[[Any, State, Sequence[str]], str]] = {
    events.Shuffled: _shuffled, events.Dealt: _dealt, events.Revealed: _revealed,
    events.Chose: _chose, events.Played: _played, events.Marched: _marched,
    events.Stayed: _stayed, events.Drew: _drew, events.Took: _took, events.Occupied: _occupied,
    events.TookOver: _took_over, events.Levied: _levied, events.Recalled: _recalled,
    events.TurnEnded: _turn_ended, events.Ended: _ended,
}
