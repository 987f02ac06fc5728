"""Bots of members, which are programs of theirs: their page, and what is posted to them.

``games.people.bot_accounts`` makes the accounts; the API serves them as it serves people.
"""
