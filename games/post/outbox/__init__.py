"""Outgoing email: queueing, delivery, digests, bounces, email settings, unsubscribing."""
