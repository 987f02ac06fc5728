"""Accounts of members and guests: creating, merging, renaming and deleting them."""
