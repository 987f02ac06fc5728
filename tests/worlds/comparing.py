"""Comparing what two worlds give to somebody, with a short report of every difference."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from tests.worlds.hidden_things import SCENES, SECRETS, Scene, Secret
from tests.worlds.logs import Log, played, twin
from tests.worlds.readers import Told, answers, shortened, told
from tests.worlds.sites import PLAYERS, Site, built

READERS = ("visitor", *PLAYERS[:3])  # others take as long again, and are visited in the gate
AROUND = 60  # characters shown around the first difference

World = dict[str, Told]


def world(scene: Scene, log: Log, secret: Secret | None, *, readers: tuple[str, ...],
          forms: bool) -> World:
    """Return what each of the readers is given in a world with, or without, the secret."""

    def before(site: Site) -> None:
        site.drafts = scene.drafts
        scene.before(site)
        if secret is not None:
            secret.act(site)

    with built(log, live=scene.live, before=before, after=scene.after) as site:
        return {who: (answers if forms else told)(site, who) for who in readers}


@lru_cache(maxsize=3)  # a world takes tens of megabytes
def plain(name: str, readers: tuple[str, ...], forms: bool) -> World:
    """Return what readers are given in the scene as it is."""
    scene = SCENES[name]
    return world(scene, played(scene.plot), None, readers=readers, forms=forms)


def differences(name: str, readers: tuple[str, ...] = READERS, *, forms: bool = False,
                base: Callable[[str, tuple[str, ...], bool], World] = plain) -> list[str]:
    """Return where a secret makes a difference to readers who may not know it.

    ``base`` makes the world without the secret.
    """
    secret = SECRETS[name]
    scene = SCENES[secret.scene]
    blind = tuple(who for who in readers if who not in secret.knows)
    log = twin_of(name)
    one = base(secret.scene, readers, forms)
    other = world(scene, log, secret, readers=blind, forms=forms)
    return [line for who in blind for line in compared(who, one[who], other[who])]


@cache
def twin_of(name: str) -> Log:
    secret = SECRETS[name]
    log = played(SCENES[secret.scene].plot)
    if secret.differs is None:
        return log
    return twin(log, secret.differs, where=secret.where,
                knows=[PLAYERS.index(who) for who in secret.knows if who in PLAYERS])


def compared(who: str, one: Told, other: Told) -> list[str]:
    """Return the differences between what somebody is given in two worlds."""
    lines = [f"{who}: only in one world: {name}" for name in sorted(one.keys() ^ other.keys())]
    for name in one.keys() & other.keys():
        if one[name] != other[name]:
            first, second = shortened(one[name]), shortened(other[name])
            at = next((at for at, (a, b) in enumerate(zip(first, second)) if a != b),  # noqa: B905
                      min(len(first), len(second)))
            begin = max(at - AROUND, 0)
            lines.append(f"{who}: {name}, byte {at}:\n   {first[begin:at + AROUND]!r}\n"
                         f"   {second[begin:at + AROUND]!r}")
    return lines
