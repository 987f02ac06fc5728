"""Accounts of members and guests, invitations, account deletion and data export."""
