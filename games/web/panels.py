"""Panels that features add to pages that belong to no feature.

``Feature.panels`` adds to the context of a page.  Each page names what it passes to the features:

``game``            the page of a game: ``access``, ``now``
``whole-game``      what stays there when the position changes: ``access``, ``view``, ``now`` and
                    ``found``, what the features have added to ``game``
``turn``            a turn that is being composed there: ``access``, ``now``
``table``           a table before its start, or with a vacant seat: ``access``, ``request`` and
                    ``now``
``position``        a position in a replay: ``replay``, ``past``, ``number``
``replay``          the whole page of a replay: ``replay``, ``past``, ``number``, ``names``
``step``            what changes there from position to position: ``replay``, ``past``, ``number``
``lists``           lists of tables: ``games``, ``request``, ``now``
``new-table``       the form for a new table: ``reader``
``home``            the home page: ``request``, ``room``
``watch``           the page of games to watch: ``reader``
``my-games``        a person's own games: ``user``
``people``          the page to find people: ``request``
``person``          the page about a member: ``profile``, ``reader``
``account``         the page of one's account: ``user``
``email-settings``  the email settings: ``user``

``Feature.slots`` shows a template with the context of the page, where its template has
``{% slot %}`` with the name of the place.
"""

from __future__ import annotations

from typing import Any

from games.base.features import features, kept_from_the_page


def context(page: str, **facts: Any) -> dict[str, Any]:
    """Return the context that all features add to a page, without those that have a fault."""
    found: dict[str, Any] = {}
    for feature in features():
        if panel := feature.panels.get(page):
            with kept_from_the_page(feature, page):
                found |= panel(**facts)
    return found
