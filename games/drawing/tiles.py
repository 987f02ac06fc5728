"""Tiles: pieces of pictures as pixels, and a cache of them with an upper limit in bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock

from PIL import Image

OVERHEAD = 1000  # bytes that a tile takes besides its pixels, about


@dataclass(frozen=True, slots=True)
class Tile:
    """The part of a piece that can be seen, and where its upper left corner is.

    ``image`` is None if nothing can be seen; ``mask`` is None if it hides all that is below.
    """

    image: Image.Image | None
    mask: Image.Image | None
    spot: tuple[int, int]

    @classmethod
    def of(cls, drawn: Image.Image, spot: tuple[int, int]) -> Tile:
        """The tile of an RGBA image whose upper left corner is at this spot."""
        alpha = drawn.getchannel("A")
        box = alpha.getbbox()
        if box is None:
            return cls(None, None, spot)
        alpha, image = alpha.crop(box), drawn.crop(box).convert("RGB")
        mask = None if alpha.getextrema() == (255, 255) else alpha
        return cls(image, mask, (spot[0] + box[0], spot[1] + box[1]))

    @property
    def bytes(self) -> int:
        """How much memory it takes."""
        if self.image is None:
            return OVERHEAD
        return OVERHEAD + self.image.width * self.image.height * (4 if self.mask else 5)


class Tiles:
    """The tiles used last, up to so many bytes; safe for threads."""

    def __init__(self, most: int):
        self.most = most
        self.held = 0
        self._tiles: OrderedDict[Hashable, Tile] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._tiles)

    def get(self, key: Hashable) -> Tile | None:
        with self._lock:
            tile = self._tiles.get(key)
            if tile is not None:
                self._tiles.move_to_end(key)
            return tile

    def put(self, key: Hashable, tile: Tile) -> None:
        """Adds a tile and drops those not used for longest; one that is too large is not added."""
        with self._lock:
            if tile.bytes > self.most or key in self._tiles:
                return
            self._tiles[key] = tile
            self.held += tile.bytes
            while self.held > self.most:
                self.held -= self._tiles.popitem(last=False)[1].bytes

    def clear(self) -> None:
        with self._lock:
            self._tiles.clear()
            self.held = 0
