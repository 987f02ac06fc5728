"""Reasons why a turn is good, in words, compared with another turn.

A reason is never as true of the other turn.  Reasons use the view of its player and public memory,
so they say nothing that this player could not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.addressing import told
from alexandros_rules.alexandros import cards, display_names
from alexandros_rules.alexandros.analysis.analyst import after
from alexandros_rules.alexandros.analysis.causes import may_occupy
from alexandros_rules.alexandros.cards import KINDS
from alexandros_rules.alexandros.describe import region_of
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.marches import can_march, empty_spaces
from alexandros_rules.alexandros.moves import Move
from alexandros_rules.alexandros.occupying import payment, symbol_spaces
from alexandros_rules.alexandros.provinces import closed_provinces, levy_gains, owner, price, value
from alexandros_rules.alexandros.state import OVER, State, change
from alexandros_rules.ruleset import have_won, lead

MOST = 4  # sentences on one turn
NEAR = 3  # cards that may be lacking for a province to collect for
WORTH_A_WORD = 3  # points: provinces that are worth less are not mentioned
WORTH_A_THREAT = 6  # points of a free province that somebody else may occupy


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

    def reasons(self, view: State, moves: Sequence[Move], *, instead: State | None,
                seat: int, names: Sequence[str], played: Sequence[Move] = ()) -> list[str]:
        both = _Comparison(view, after(view, moves), view if instead is None else instead, seat,
                           names, instead is not None)
        texts = [*dict.fromkeys(_texts(both))]  # two provinces may be told in the same words
        if both.played:
            same = _texts(replace(both, good=both.other, other=view, played=False))
            texts = [text for text in texts if text not in same]
        return (texts or list(_in_numbers(both)))[:MOST]

    def harms(self, view: State, moves: Sequence[Move], *, seat: int, to: int,
              names: Sequence[str]) -> list[str]:
        return list(_harms(view, after(view, moves), seat=seat, to=to, names=names))


def _texts(both: _Comparison) -> list[str]:
    """Return everything that speaks for the turn, the most important first."""
    return [
        text for find in (_endings, _scores, _near_end, _provinces, _losses, _chances_left,
                          _exposed, _safer_guards, _incomes)
        for text in find(both)
    ]


def _endings(both: _Comparison) -> Iterator[str]:
    if _is_won(both.good, both.seat) and not (both.played and _is_won(both.other, both.seat)):
        yield (told(both.names, both.seat, _("It ends the game, and you win."),
                    _("It ends the game, and %(name)s wins."))
               if len(both.good.winners) == 1 else
               told(both.names, both.seat, _("It ends the game, and you share the win."),
                    _("It ends the game, and %(name)s shares the win."))) % {"name": both.name}
    if both.played and both.other.phase == OVER and not (
            both.seat in both.other.winners or both.good.phase == OVER):
        yield told(both.names, both.seat, _("What was played ends the game, and you lose."),
                   _("What was played ends the game, and %(name)s loses.")) % {"name": both.name}


def _near_end(both: _Comparison) -> Iterator[str]:
    """Yield that the next march ends the game after one of the turns, if that is good for it."""
    if OVER in (both.good.phase, both.other.phase):
        return
    good, other = (_needs_red(state) for state in (both.good, both.other))
    if good and not other and lead(both.good.scores, both.seat) > 0:
        yield told(
            both.names, both.seat,
            _("Whatever the card, the next march needs more black walls than are left, so the game"
              " is about to end, and you lead."),
            _("Whatever the card, the next march needs more black walls than are left, so the game"
              " is about to end, and %(name)s leads.")) % {"name": both.name}
    if both.played and other and not good and lead(both.other.scores, both.seat) < 0:
        yield _("After what was played, the next march needs more black walls than are left,"
                " whatever the card, so the game is about to end while somebody else leads.")


def _needs_red(state: State) -> bool:
    """Return whether every march of the next player needs red walls (E1)."""
    empty, any_symbol = empty_spaces(state), tuple(KINDS)
    return can_march(state, any_symbol, empty) and not can_march(
        change(state, red_left=0), any_symbol, empty)


def _is_won(state: State, seat: int) -> bool:
    return state.phase == OVER and seat in have_won(state.winners, state.scores)


def _scores(both: _Comparison) -> Iterator[str]:
    mine, most = _gains(both, both.good)
    other, others = _gains(both, both.other)
    if mine - most <= other - others:
        return
    if mine <= 0:
        if others >= max(other, WORTH_A_WORD):
            yield _bad_levy(both, other, others)
        return
    if len(both.before.scores) == 2:
        yield _levy_for_two(both, mine, most, other, others)
    elif other or others:
        yield told(both.names, both.seat, _(
            "The levy gives you %(mine)s, and nobody else more than %(most)s. What was played gave"
            " you %(other)s, and somebody else %(others)s.",
        ), _(
            "The levy gives %(name)s %(mine)s, and nobody else more than %(most)s. What was played"
            " gave %(name)s %(other)s, and somebody else %(others)s.",
        )) % {"name": both.name, "mine": mine, "most": most, "other": other, "others": others}
    else:
        yield told(both.names, both.seat, ngettext(
            "The levy gives you %(count)s point, and nobody else more than %(most)s.",
            "The levy gives you %(count)s points, and nobody else more than %(most)s.", mine,
        ), ngettext(
            "The levy gives %(name)s %(count)s point, and nobody else more than %(most)s.",
            "The levy gives %(name)s %(count)s points, and nobody else more than %(most)s.", mine,
        )) % {"name": both.name, "count": mine, "most": most}


def _levy_for_two(both: _Comparison, mine: int, most: int, other: int, others: int) -> str:
    """Return what the levies of both turns give the two players."""
    rival = 1 - both.seat
    texts = [told(both.names, both.seat, _("The levy gives you %(mine)s and %(rival)s %(most)s."),
                  told(both.names, rival, _("The levy gives %(name)s %(mine)s and you %(most)s."),
                       _("The levy gives %(name)s %(mine)s and %(rival)s %(most)s.")))]
    if other or others:
        texts.append(told(
            both.names, both.seat,
            _("What was played gave you %(other)s and %(rival)s %(others)s."),
            told(both.names, rival,
                 _("What was played gave %(name)s %(other)s and you %(others)s."),
                 _("What was played gave %(name)s %(other)s and %(rival)s %(others)s."))))
    return " ".join(texts) % {"name": both.name, "rival": both.names[rival], "mine": mine,
                              "most": most, "other": other, "others": others}


def _bad_levy(both: _Comparison, other: int, others: int) -> str:
    """Return whom the levy that was played pays as much as its player, or more."""
    paid = next(seat for seat, (a, b) in enumerate(zip(
        both.before.scores, both.other.scores, strict=True))
        if seat != both.seat and b - a == others)
    return told(
        both.names, both.seat,
        _("The levy that was played gives you %(other)s and %(rival)s %(others)s."),
        told(both.names, paid,
             _("The levy that was played gives %(name)s %(other)s and you %(others)s."),
             _("The levy that was played gives %(name)s %(other)s and %(rival)s %(others)s.")),
    ) % {"name": both.name, "other": other, "rival": both.names[paid], "others": others}


def _gains(both: _Comparison, end: State) -> tuple[int, int]:
    """Return the points that a turn gives its player, and the most that it gives somebody else."""
    gains = [b - a for a, b in zip(both.before.scores, end.scores, strict=True)]
    return gains[both.seat], max(gain for seat, gain in enumerate(gains) if seat != both.seat)


def _provinces(both: _Comparison) -> Iterator[str]:
    """Yield the provinces that the turn occupies or closes off, the most valuable first."""
    new = [p for p in closed_provinces(both.good) if value(both.good.board, p) >= WORTH_A_WORD]
    for province in sorted(new, key=lambda p: -value(both.good.board, p)):
        holder = owner(both.good, province)
        if holder == both.seat and not both.before.guards[both.seat] & province:
            yield from _occupied_otherwise(both, province)
        elif (
            holder is None and province not in closed_provinces(both.before)
            and may_occupy(both.good, both.seat, province)
            and not (both.played and province in closed_provinces(both.other)
                     and may_occupy(both.other, both.seat, province))
        ):
            yield _closed(both, province)


def _occupied_otherwise(both: _Comparison, province: int) -> Iterator[str]:
    """Yield that a province is occupied, if the other turn does not occupy as much of it."""
    worth = value(both.good.board, province)
    others = [value(both.other.board, p) for p in closed_provinces(both.other)
              if p & province and both.played and owner(both.other, p) == both.seat
              and not both.before.guards[both.seat] & p]
    if not others:
        yield _occupied(both, province)
    elif worth - max(others) >= WORTH_A_WORD:
        yield _("The province that it occupies is worth %(worth)s instead of %(other)s.") % {
            "worth": worth, "other": max(others)}


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
    was, now, other = (levy_gains(each) for each in (both.before, both.good, both.other))
    for seat, name in enumerate(both.names[:both.good.players]):
        lost = was[seat] - now[seat]
        kept = both.before.guards[seat] == both.good.guards[seat]
        as_before = not both.played or other[seat] >= was[seat]
        if seat != both.seat and kept and as_before and lost >= WORTH_A_WORD:
            yield _costs(both.names, seat, lost) % {"name": name, "count": lost}


def _costs(names: Sequence[str], seat: int, lost: int) -> str:
    return told(names, seat, ngettext(
        "It costs you %(count)s point in every levy.",
        "It costs you %(count)s points in every levy.", lost,
    ), ngettext(
        "It costs %(name)s %(count)s point in every levy.",
        "It costs %(name)s %(count)s points in every levy.", lost,
    ))


def _chances_left(both: _Comparison) -> Iterator[str]:
    """Yield the best province that only the other turn leaves to somebody else."""
    if not both.played or both.other.phase == OVER:
        return
    left = [p for p in closed_provinces(both.other) if owner(both.other, p) is None]
    for province in sorted(left, key=lambda p: -value(both.other.board, p)):
        about = _about(both, province)
        rival = _rival(both, both.other, province)
        worth = value(both.other.board, province)
        if rival and worth >= WORTH_A_WORD and not _is_used_or_left(both, province):
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


def _is_used_or_left(both: _Comparison, province: int) -> bool:
    """Return whether the better turn occupies this province, or leaves much of it open, too."""
    return any(
        owner(both.good, p) == both.seat or (
            owner(both.good, p) is None and _rival(both, both.good, p)
            and value(both.good.board, p) > value(both.other.board, province) - WORTH_A_WORD)
        for p in closed_provinces(both.good) if p & province)


def _exposed(both: _Comparison) -> Iterator[str]:
    """Yield the best province of the player that only the other turn lets somebody take over."""
    if not both.played or both.other.phase == OVER:
        return
    safe = both.good.phase == OVER
    kept = [] if safe else [p for p in _held(both.good, both.seat)
                            if _raider(both, both.good, p) is not None]
    for province in sorted(_held(both.other, both.seat), key=lambda p: -value(both.other.board, p)):
        raider = _raider(both, both.other, province)
        worth = value(both.other.board, province)
        if raider and worth >= WORTH_A_WORD and not any(p & province for p in kept):
            yield told(
                both.names, both.seat,
                _("What was played lets %(rival)s, who holds %(cards)s, take over your province"
                  " worth %(worth)s."),
                told(both.names, raider.seat,
                     _("What was played lets you, who hold %(cards)s, take over a province of"
                       " %(name)s’s worth %(worth)s."),
                     _("What was played lets %(rival)s, who holds %(cards)s, take over a province"
                       " of %(name)s’s worth %(worth)s.")),
            ) % {"name": both.name, "worth": worth, **_in_words(both, raider)}
            return


def _held(state: State, seat: int) -> list[int]:
    return [p for p in closed_provinces(state) if owner(state, p) == seat]


def _raider(both: _Comparison, state: State, province: int) -> Rival | None:
    """Return another player whose known cards pay for a held province (K1)."""
    for seat in range(state.players):
        best = payment(state, province, hand=state.known[seat], guards=state.guards_left(seat))
        if seat != both.seat and best.payable:
            return Rival(seat, best.cost.removal)
    return None


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


def _safer_guards(both: _Comparison) -> Iterator[str]:
    """Yield a guard in a valuable province for whose symbol fewer cards are known (K1)."""
    if not both.played or OVER in (both.good.phase, both.other.phase):
        return
    for province in _held(both.good, both.seat):
        worth = value(both.good.board, province)
        mine = _only_symbol(both.good, both.seat, province)
        other = _only_symbol(both.other, both.seat, province)
        if worth < WORTH_A_WORD or mine is None or other is None or mine == other:
            continue
        _seat, safe = _most_known(both.good, both.seat, mine)
        rival, known = _most_known(both.other, both.seat, other)
        if known > safe:
            yield told(
                both.names, rival,
                _("The guard in the province worth %(worth)s stands on the symbol %(mine)s. On the"
                  " symbol %(other)s, it would be easier to drive out for you, who hold more cards"
                  " with it."),
                _("The guard in the province worth %(worth)s stands on the symbol %(mine)s. On the"
                  " symbol %(other)s, it would be easier to drive out for %(rival)s, who is known"
                  " to hold more cards with it."),
            ) % {"worth": worth, "rival": both.names[rival],
                 "mine": display_names.card_name(mine), "other": display_names.card_name(other)}
            return


def _only_symbol(state: State, seat: int, province: int) -> int | None:
    """Return the symbol under a seat's only guard in these spaces, None for more or no guards."""
    guards = state.guards[seat] & province
    return state.board.symbol_of[guards.bit_length() - 1] if guards.bit_count() == 1 else None


def _most_known(state: State, seat: int, card: int) -> tuple[int, int]:
    """Return the other seat that is known to hold most of a card, and how many."""
    counts = {other: known[card] for other, known in enumerate(state.known) if other != seat}
    most = max(counts, key=counts.__getitem__)
    return most, counts[most]


def _quiet(both: _Comparison) -> Iterator[str]:
    """Yield what a turn of which nothing else can be said is good for, before it is played."""
    mine, _most = _gains(both, both.good)
    if mine > 0:
        yield told(both.names, both.seat, ngettext(
            "The levy gives you %(count)s point.", "The levy gives you %(count)s points.", mine,
        ), ngettext(
            "The levy gives %(name)s %(count)s point.",
            "The levy gives %(name)s %(count)s points.", mine,
        )) % {"name": both.name, "count": mine}
    for province in closed_provinces(both.good):
        if owner(both.good, province) == both.seat and not both.before.guards[both.seat] & province:
            yield _occupied(both, province)
    before, good = (cards.total(state.hands[both.seat]) for state in (both.before, both.good))
    if good > before:
        yield _collected(both, good - before)
    guards = both.good.guards_left(both.seat) - both.before.guards_left(both.seat)
    if guards > 0:
        yield ngettext("It takes back %(count)s guard, for land that pays more.",
                       "It takes back %(count)s guards, for land that pays more.", guards,
                       ) % {"count": guards}
    if both.good.walls != both.before.walls and not any(
            _is_chance(both, province) for province in closed_provinces(both.good)):
        yield _("It closes off no land that somebody else could take.")


def _collected(both: _Comparison, count: int) -> str:
    """Return how many cards more the player has, and what they still lack for the next land."""
    hand = both.good.hands[both.seat]
    lacking = {
        province: payment(both.good, province, hand=hand, guards=1).missing - hand[cards.UNKNOWN]
        for province in closed_provinces(both.good)
        if owner(both.good, province) is None and symbol_spaces(both.good, province)
        and value(both.good.board, province) >= WORTH_A_WORD}
    near = min(lacking, key=lambda province: (lacking[province], -value(both.good.board, province)),
               default=None)
    if near is None or lacking[near] > NEAR or not both.good.guards_left(both.seat):
        return ngettext("It collects %(count)s card: they pay for land and levies to come.",
                        "It collects %(count)s cards: they pay for land and levies to come.",
                        count) % {"count": count}
    return ngettext(
        "It collects %(count)s card, towards the free province at %(space)s, worth %(worth)s.",
        "It collects %(count)s cards, towards the free province at %(space)s, worth %(worth)s.",
        count,
    ) % {"count": count, "worth": value(both.good.board, near),
         "space": both.good.board.names[bits(near)[0]]}


def _is_chance(both: _Comparison, province: int) -> bool:
    """Return whether the turn closes off this province, which the next player might take."""
    return (owner(both.good, province) is None
            and province not in closed_provinces(both.before)
            and value(both.good.board, province) >= WORTH_A_WORD
            and bool(symbol_spaces(both.good, province)))


def _in_numbers(both: _Comparison) -> Iterator[str]:
    """Yield in numbers what the turn leaves its player more of than the other one."""
    if OVER in (both.good.phase, both.other.phase):
        return
    if not both.played:
        yield from _quiet(both)
        return
    held, other = (cards.total(state.hands[both.seat]) for state in (both.good, both.other))
    if held > other:
        yield _("Cards in hand afterwards: %(count)s instead of %(other)s.") % {
            "count": held, "other": other}
    left, other = (state.guards_left(both.seat) for state in (both.good, both.other))
    if left > other:
        yield _("Guards in the supply afterwards: %(count)s instead of %(other)s.") % {
            "count": left, "other": other}
    most, other = (
        max(gain for seat, gain in enumerate(levy_gains(state)) if seat != both.seat)
        for state in (both.good, both.other))
    if most < other:
        yield _("A levy would give others up to %(count)s instead of %(other)s.") % {
            "count": most, "other": other}


def _harms(before: State, end: State, *, seat: int, to: int,
           names: Sequence[str]) -> Iterator[str]:
    """Yield what a turn of ``seat`` does to the seat ``to``, in the order in which it happens."""
    named = {"name": names[seat], "victim": names[to]}
    for province in closed_provinces(end):
        worth = value(end.board, province)
        lost = before.guards[to] & ~end.guards[to] & province
        new = end.guards[seat] & ~before.guards[seat] & province
        if not new or worth < (WORTH_A_WORD if lost else WORTH_A_THREAT):
            continue
        about = {**named, "worth": worth}
        if lost:
            yield told(
                names, seat, _("You take over %(victim)s’s province worth %(worth)s."), told(
                    names, to, _("%(name)s takes over your province worth %(worth)s."),
                    _("%(name)s takes over %(victim)s’s province worth %(worth)s."))) % about
        else:
            yield told(names, seat, _("You occupy a province worth %(worth)s."),
                       _("%(name)s occupies a province worth %(worth)s.")) % about
    was, now = levy_gains(before)[to], levy_gains(end)[to]
    lower = before.guards[to] == end.guards[to] and was - now >= WORTH_A_WORD
    if lower and end.phase != OVER:
        yield _costs(names, to, was - now) % {"name": names[to], "count": was - now}
    gains = [b - a for a, b in zip(before.scores, end.scores, strict=True)]
    if gains[seat] - gains[to] >= WORTH_A_WORD:
        yield told(names, seat, _("You levy %(mine)s, and %(victim)s gets %(gain)s."), told(
            names, to, _("%(name)s levies %(mine)s, and you get %(gain)s."),
            _("%(name)s levies %(mine)s, and %(victim)s gets %(gain)s."),
        )) % {**named, "mine": gains[seat], "gain": gains[to]}
    if end.phase == OVER and to not in end.winners:
        yield told(
            names, seat, _("You end the game, and %(victim)s loses %(own)s to %(most)s."), told(
                names, to, _("%(name)s ends the game, and you lose %(own)s to %(most)s."),
                _("%(name)s ends the game, and %(victim)s loses %(own)s to %(most)s."),
            )) % {**named, "own": end.scores[to], "most": max(end.scores)}


def _about(both: _Comparison, province: int) -> dict[str, object]:
    board = both.before.board
    return {"region": region_of(board, province), "worth": value(board, province)}


def _in_words(both: _Comparison, rival: Rival) -> dict[str, object]:
    return {"rival": both.names[rival.seat], "cards": display_names.card_list(rival.cards)}


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
