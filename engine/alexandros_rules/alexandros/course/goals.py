"""Goals of lessons, each of which judges the position that orders lead to.

The places of a fault are "spaces", "points", "sides", and a "way" from space to space.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from alexandros_rules.alexandros import cards, display_names
from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.events import Levied, Occupied, TookOver
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.moves import March
from alexandros_rules.alexandros.provinces import (
    closed_provinces,
    levy_gains,
    owner,
    province_of,
    provinces,
    value,
)
from alexandros_rules.alexandros.state import TAKE, State
from alexandros_rules.course import Fault, Goal
from alexandros_rules.drafts import Draft
from alexandros_rules.orders import EvaluatedMove
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import list_with_and, ngettext

MANY = 5  # cards at the end: more than the next turn can use


def stands_at(space: str, corner: str) -> Goal:
    """Return the goal that Alexander marches to this point, such as "K7" and "S"."""
    def fault(draft: Draft) -> Fault | str:
        step = _march_of(draft)
        if step is None:
            return _no_march(draft.view)
        state: State = draft.view
        board = state.board
        number = board.space_by_name[space]
        wanted = board.point(number, corner)
        if state.alexander == wanted:
            return ""
        words = {"point": board.point_name(state.alexander, step.move.space),
                 "wanted": display_names.point_of(corner, space), "space": space}
        if step.move.space == number:
            sentence = _("Alexander is at %(point)s, which is the right space. But you may choose"
                         " any of its points, and the task asks for %(wanted)s.") % words
        else:
            sentence = _wrong_space(step.before, step.move, number) or _(
                "Alexander is at %(point)s. The task asks for %(wanted)s.") % words
        return Fault(sentence, {"points": [wanted]})
    return fault


def _no_march(state: State) -> str:
    if state.phase == TAKE:
        return _("Alexander has not marched yet. First choose a card to march with, then where he"
                 " goes.")
    return _("You have chosen a card, but Alexander has not marched yet. Now choose the space and"
             " the point where he goes.")


def _wrong_space(before: State, move: March, wanted: int) -> str:
    """Return a sentence that says that another card was needed; "" if the card was right."""
    board = before.board
    needed, used = board.symbol_of[wanted], board.symbol_of[move.space]
    if needed == used:
        return ""
    return _("You marched with %(used)s, so Alexander went to the nearest space with that symbol,"
             " %(went)s. The space %(wanted)s bears %(needed)s: march with that card.") % {
        "used": display_names.a_card(used), "needed": display_names.a_card(needed),
        "went": board.names[move.space], "wanted": board.names[wanted],
    }


def at_most_walls(most: int) -> Goal:
    """Return the goal that the march builds at most this many walls."""
    def fault(draft: Draft) -> Fault | str:
        built = _new_walls(draft).bit_count()
        if built <= most:
            return ""
        sentence = _("Alexander is in the right place, but this route builds %(built)s new walls,"
                     " and the task allows %(most)s. Let him walk along a wall that stands already:"
                     " it costs nothing.") % {"built": built, "most": most}
        return Fault(sentence, {"sides": bits(draft.start.walls)})
    return fault


def closes_land(draft: Draft) -> Fault | str:
    """Judge whether the march has closed off a province that somebody can occupy."""
    if _march_of(draft) is None:
        return _no_march(draft.view)
    state: State = draft.view
    closed = _closed_by(draft)
    if any(province & ~state.board.open for province in closed):
        return ""
    built = _new_walls(draft)
    words = {"count": built.bit_count()}
    way = _way_round(state, built)
    if way is None:
        return Fault(ngettext(
            "The %(count)s new wall is on the coast or the edge, where the land ends anyway, so it"
            " closes nothing off. Lead Alexander through the land.",
            "The %(count)s new walls are on the coast or the edge, where the land ends anyway, so"
            " they close nothing off. Lead Alexander through the land.", words["count"],
        ) % words, {"sides": bits(built)})
    return Fault(ngettext(
        "Your wall closes nothing off: you can still walk around it, by way of %(gap)s.",
        "Your %(count)s walls close nothing off: you can still walk around them, by way of"
        " %(gap)s.", words["count"],
    ) % {**words, "gap": state.board.names[way[len(way) // 2]]}, {"way": way})


def holds_the_richest(draft: Draft) -> Fault | str:
    """Judge whether the learner holds one of the most valuable free provinces at the end."""
    state, board, seat = draft.view, draft.view.board, draft.start.seat
    best = max(value(board, p) for p in _free_provinces(draft.start))
    taken = [province_of(board, step.after.walls, board.space_by_name[event.guards[0]])
             for step, event in _occupations_of(draft)]
    if not taken:
        return _("You have not occupied a province yet. Choose the free province with the most"
                 " open spaces, and put a guard there.")
    held = max(value(board, p) for p in taken)
    if held < best:
        return Fault(_("You occupied a province worth %(held)s, but one of the free provinces is"
                       " worth %(best)s. Count only the open spaces, those without a symbol.") % {
            "held": held, "best": best}, {"spaces": bits(sum({*taken}))})
    richest = [p for p in taken if value(board, p) == best]
    return "" if any(state.guards[seat] & p for p in richest) else _taken_back(richest[0])


def _taken_back(province: int) -> Fault:
    return Fault(_("You took your guard back, so the province is free again. Leave the guard"
                   " there."), {"spaces": bits(province)})


def holds(space: str, *, single: bool = False, reserve: int = 0) -> Goal:
    """Return the goal to hold the province of this space, if ``single`` with exactly one guard.

    At least ``reserve`` guards must be left.
    """
    def fault(draft: Draft) -> Fault | str:
        state, seat = draft.view, draft.start.seat
        province = province_of(state.board, state.walls, state.board.space_by_name[space])
        if owner(state, province) != seat:
            return _not_held(draft, province)
        guards = state.guards[seat] & province
        if single and guards.bit_count() > 1:
            return Fault(_("You hold the province with %(placed)s guards, and the task asks for"
                           " one. Only a province with exactly one guard scores, so pay a card"
                           " wherever you can.") % {"placed": guards.bit_count()},
                         {"spaces": bits(guards)})
        if state.guards_left(seat) < reserve:
            return _no_reserve(draft.start, guards)
        return ""
    return fault


def _not_held(draft: Draft, province: int) -> Fault:
    state: State = draft.view
    board, whose = state.board, owner(state, province)
    words = {"province": _first_space(board, province), "worth": value(board, province)}
    occupied = [event.guards[0] for _step, event in _occupations_of(draft)]
    if any(province >> board.space_by_name[space] & 1 for space in occupied):
        return _taken_back(province)
    if occupied:
        sentence = _("You occupied the province of %(other)s. The task is about another one: the"
                     " province of %(province)s, which is worth %(worth)s.") % {
            **words, "other": occupied[0]}
    elif whose is not None:
        sentence = _("The province of %(province)s, worth %(worth)s, still belongs to %(owner)s."
                     " Order to occupy it, and pay two cards for each guard there besides.") % {
            **words, "owner": display_names.colour(whose)}
    else:
        sentence = _("The province of %(province)s, worth %(worth)s, is still free. Order to occupy"
                     " it and say on which symbols your guards stand.") % words
    return Fault(sentence, {"spaces": bits(province)})


def _no_reserve(start: State, guards: int) -> Fault:
    """Return the fault that a card could have replaced one of the guards in a province."""
    held = [card for card in cards.KINDS if start.hand[card] and guards & start.board.symbols[card]]
    replaced = guards & sum(start.board.symbols[card] for card in held)
    return Fault(_("You hold the province, but with %(placed)s guards, and none is left for another"
                   " one. You could pay %(cards)s in place of a guard.") % {
        "placed": guards.bit_count(), "cards": display_names.any_of(held)},
        {"spaces": bits(replaced)})


def scores(points: int) -> Goal:
    """Return the goal that the levy of this turn gives the learner this many points."""
    def fault(draft: Draft) -> Fault | str:
        found = _levy_of(draft)
        if found is None:
            return _("You have not levied taxes, so nobody has scored. Levy with a card that"
                     " matches the symbol under one of your guards.")
        step, levy = found
        seat = draft.start.seat
        gained = levy.gains[seat]
        if gained >= points:
            return ""
        why, guards = _why_so_little(draft, step.before, gained)
        return Fault(f"{_too_little(gained, points)} {why}", {"spaces": bits(guards)})
    return fault


def gathers(points: int) -> Goal:
    """Return the goal of several turns that the learner gets this many points in them."""
    def fault(draft: Draft) -> str:
        state, seat, first = draft.view, draft.start.seat, draft.all_steps[0].before
        gained = state.scores[seat] - first.scores[seat]
        if gained >= points:
            return ""
        levies = sum(isinstance(event, Levied) and event.seat == seat
                     for step in draft.all_steps for event in step.events)
        idle = min(step.before.guards_left(seat) for step in draft.all_steps)
        held = cards.total(state.hand)
        reasons = [ngettext("You got %(gained)s point, and the task asks for %(points)s.",
                            "You got %(gained)s points, and the task asks for %(points)s.", gained),
                   ngettext("You levied once.", "You levied %(levies)s times.", levies)
                   if levies else _("You never levied.")]
        if idle:
            reasons.append(ngettext(
                "One of your guards was never on the board, and earned nothing.",
                "%(idle)s of your guards were never on the board, and earned nothing.", idle))
        if held >= MANY:
            reasons.append(_("You still have %(held)s cards, which are worth no points."))
        return " ".join(reasons) % {"gained": gained, "points": points, "levies": levies,
                                    "idle": idle, "held": held}
    return fault


def keeps(space: str) -> Goal:
    """Return the goal of several turns to hold the province of this space at the end."""
    def fault(draft: Draft) -> Fault | str:
        state, seat = draft.view, draft.start.seat
        number = state.board.space_by_name[space]
        if owner(state, province_of(state.board, state.walls, number)) == seat:
            return ""
        for step in draft.all_steps:
            province = province_of(state.board, step.before.walls, number)
            lost = next((event for event in step.events if isinstance(event, TookOver)
                         and event.loser == seat
                         and province >> state.board.space_by_name[event.removed[0]] & 1), None)
            if lost is not None:
                return _taken_over(state, lost)
        wanted = province_of(state.board, draft.all_steps[0].before.walls, number)
        return Fault(_("You did not occupy the province of %(space)s, so it earned you"
                       " nothing.") % {"space": space}, {"spaces": bits(wanted)})
    return fault


def _taken_over(state: State, event: TookOver) -> Fault:
    spaces = [state.board.space_by_name[name] for name in event.removed]
    return Fault(_("%(name)s took the province over with %(cards)s, because your guard stood on"
                   " %(space)s. Look at the cards that others are known to have, and put your guard"
                   " on a symbol that they lack.") % {
        "name": display_names.colour(event.seat), "space": event.removed[0],
        "cards": display_names.card_count(state.board.symbol_of[spaces[0]], 2)},
        {"spaces": spaces})


def _too_little(gained: int, points: int) -> str:
    return ngettext("Your levy scores %(gained)s point, and %(points)s are possible.",
                    "Your levy scores %(gained)s points, and %(points)s are possible.",
                    gained) % {"gained": gained, "points": points}


def _why_so_little(draft: Draft, levied_from: State, gained: int) -> tuple[str, int]:
    """Return the reason in a sentence, and the guards that are too many, as a mask of spaces."""
    seat, board = draft.start.seat, levied_from.board
    later = levy_gains(draft.view)[seat]
    if later > gained:
        return _("After your other orders it would have scored %(later)s: levy last.") % {
            "later": later}, 0
    crowded = _crowded_provinces(levied_from, seat)
    if crowded:
        return _("The province of %(province)s is worth %(worth)s, but you have more than one guard"
                 " there, so it scored nothing.") % {
            "province": _first_space(board, crowded[0]),
            "worth": value(board, crowded[0])}, levied_from.guards[seat] & crowded[0]
    return _("Use your other action before the levy, to hold more open spaces with one guard."), 0


def wins(draft: Draft) -> str:
    """Judge whether the orders end the game and the learner alone wins."""
    state, seat = draft.view, draft.start.seat
    if state.winners == (seat,):
        return ""
    mine, theirs = state.scores[seat], max(
        score for i, score in enumerate(state.scores) if i != seat)
    words = {"mine": mine, "theirs": theirs, "black": draft.start.black_left}
    if state.winners:
        return _lost(state, seat, words)
    if draft.earlier:
        return ngettext(
            "Your turns are over, but the game is not, because %(left)s black wall is left. Build"
            " more walls with each march. The score is %(mine)s to %(theirs)s.",
            "Your turns are over, but the game is not, because %(left)s black walls are left."
            " Build more walls with each march. The score is %(mine)s to %(theirs)s.",
            state.black_left,
        ) % {**words, "left": state.black_left}
    if state.turn == draft.start.turn:
        return _unfinished(draft, words)
    return ngettext(
        "The turn is over, but the game is not, because your march needed no red wall. Find one"
        " that needs more than the one black wall that is left. The score is %(mine)s to"
        " %(theirs)s.",
        "The turn is over, but the game is not, because your march needed no red wall. Find one"
        " that needs more than the %(black)s black walls that are left. The score is %(mine)s to"
        " %(theirs)s.", words["black"],
    ) % words


def _lost(state: State, seat: int, words: dict[str, int]) -> str:
    if seat in state.winners:
        return _("The game ends with %(mine)s points each, so the win is shared. Find one more"
                 " point, or leave the others one less.") % words
    names = list_with_and(display_names.colour(winner) for winner in state.winners)
    return _("The game ends, but %(name)s wins: you have %(mine)s points, and they have"
             " %(theirs)s.") % {**words, "name": names}


def _unfinished(draft: Draft, words: dict[str, int]) -> str:
    if _march_of(draft) is None:
        return _no_march(draft.view)
    if draft.view.red:
        return _("Red walls are built, so the game will end with your turn. But the turn is not"
                 " over yet: use your actions, or end it. The score is %(mine)s to"
                 " %(theirs)s.") % words
    return ngettext(
        "Your turn is not over yet, but it will not end the game, because your march needs no red"
        " wall. Find one that needs more than the one black wall that is left.",
        "Your turn is not over yet, but it will not end the game, because your march needs no red"
        " wall. Find one that needs more than the %(black)s black walls that are left.",
        words["black"],
    ) % words


def _march_of(draft: Draft) -> EvaluatedMove | None:
    """Return the march among the orders; None without a march."""
    return next((step for step in draft.steps if isinstance(step.move, March)), None)


def _new_walls(draft: Draft) -> int:
    """Return the mask of the sides that got a wall."""
    walls: int = draft.view.walls & ~draft.start.walls
    return walls


def _levy_of(draft: Draft) -> tuple[EvaluatedMove, Levied] | None:
    """Return the order that levied taxes and its event, None without a levy."""
    return next(((step, event) for step in draft.steps for event in step.events
                 if isinstance(event, Levied)), None)


def _occupations_of(draft: Draft) -> Iterator[tuple[EvaluatedMove, Occupied | TookOver]]:
    """Yield the orders that occupied or took over a province, with their events."""
    for step in draft.all_steps:
        for event in step.events:
            if isinstance(event, Occupied | TookOver) and event.seat == draft.start.seat:
                yield step, event


def _closed_by(draft: Draft) -> list[int]:
    """Return the closed provinces at the end that did not exist at the beginning."""
    before = set(closed_provinces(draft.start))
    return [p for p in closed_provinces(draft.view) if p not in before]


def _free_provinces(state: State) -> list[int]:
    """Return the free closed provinces that have a symbol and so can be occupied (P4)."""
    return [p for p in closed_provinces(state)
            if owner(state, p) is None and p & ~state.board.open]


def _first_space(board: Board, province: int) -> str:
    """Return the name of a province's first symbol space or, without one, of its first space."""
    return board.names[bits(province & ~board.open or province)[0]]


def _crowded_provinces(state: State, seat: int) -> list[int]:
    """Return the provinces with too many guards to score, the most valuable first."""
    found = [p for p in provinces(state.board, state.walls)
             if (p & state.guards[seat]).bit_count() > 1]
    return sorted(found, key=lambda p: -value(state.board, p))


def _way_round(state: State, walls: int) -> list[int] | None:
    """Return the spaces on a way round these walls, from one side to the other.

    Returns None if every wall is on the coast or the edge, or separates two provinces.
    """
    ways = []
    for side in bits(walls & ~state.board.rim):
        a, b = state.board.lattice.cells_of(side)
        way = _way(state, a, b)
        if way:
            ways.append(way)
    # Of the shortest ways round each wall, the longest shows best that nothing is closed off.
    return max(ways, key=len, default=None)


def _way(state: State, start: int, goal: int) -> list[int]:
    """Return the spaces on a shortest way that crosses no wall; [] if no way exists."""
    came_from = {start: start}
    waiting = deque([start])
    while waiting and goal not in came_from:
        here = waiting.popleft()
        for there in _neighbours(state, here):
            if there not in came_from:
                came_from[there] = here
                waiting.append(there)
    if goal not in came_from:
        return []
    way = [goal]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]


def _neighbours(state: State, space: int) -> Iterator[int]:
    """Yield the spaces that can be reached from a space across one side without a wall."""
    board = state.board
    for side in board.sides_of(space):
        if state.walls >> side & 1 or board.rim >> side & 1:
            continue
        a, b = board.lattice.cells_of(side)
        yield b if a == space else a
