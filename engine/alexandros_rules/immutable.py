"""Changed copies of immutable values: of frozen dataclasses with slots, and of tuples."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Change(Protocol[T]):
    """A function that returns a value with some fields changed."""

    def __call__(self, value: T, /, **changes: Any) -> T: ...


def changer(cls: type[T]) -> Change[T]:
    """Return a function that changes values of a frozen dataclass with slots."""
    # The function takes half as long as ``dataclasses.replace``.
    names = tuple(f.name for f in fields(cls))  # type: ignore[arg-type]
    values = attrgetter(*names)
    setters = tuple(getattr(cls, name).__set__ for name in names)
    set_field = object.__setattr__

    def change(value: T, /, **changes: Any) -> T:
        new = object.__new__(cls)
        for put, old in zip(setters, values(value), strict=True):
            put(new, old)
        for name, changed in changes.items():
            set_field(new, name, changed)
        return new

    return change


def with_item(items: tuple[T, ...], i: int, item: T) -> tuple[T, ...]:
    """Return the tuple with the item at index ``i`` replaced."""
    return (*items[:i], item, *items[i + 1 :])
