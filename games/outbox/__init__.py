"""Outgoing email: what is queued, when it may leave, delivery, bounces and digests."""
