"""Reviews of finished games: how good the moves were, which were better, who was lucky.

Every decision is judged by what its player could see at the time (docs/review.md).  Nothing of a
review exists before the end of its game.
"""
