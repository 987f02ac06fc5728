"""Events as JSON data and back: what rulesets with one class for each kind of event share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

FieldCodec = tuple[Callable[[Any], Any], Callable[[Any], Any]]  # writes a field, and reads it
TUPLE: FieldCodec = (list, tuple)


class EventCodec:
    """A codec for events that are dataclasses, one for each type of event in JSON.

    ``by_field`` has the codecs of fields that are not JSON data themselves, by their names, and
    ``by_class`` those of fields that some classes store differently.
    """

    def __init__(self, classes: Mapping[str, type[Any]], by_field: Mapping[str, FieldCodec], *,
                 by_class: Mapping[type[Any], Mapping[str, FieldCodec]] | None = None):
        self._classes = classes
        self._types = {cls: name for name, cls in classes.items()}
        special = by_class or {}
        self._fields = {
            cls: tuple((f.name, {**by_field, **special.get(cls, {})}.get(f.name))
                       for f in fields(cls))
            for cls in classes.values()
        }

    def dump(self, event: Any) -> dict[str, Any]:
        """Return the event as JSON data."""
        cls = type(event)
        data: dict[str, Any] = {"type": self._types[cls]}
        for name, codec in self._fields[cls]:
            value = getattr(event, name)
            data[name] = codec[0](value) if codec else value
        return data

    def load(self, data: Mapping[str, Any]) -> Any:
        """Read an event from JSON data."""
        cls = self._classes[data["type"]]
        return cls(*[
            codec[1](data[name]) if codec else data[name] for name, codec in self._fields[cls]
        ])
