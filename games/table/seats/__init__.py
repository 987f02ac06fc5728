"""Seats that change hands: taken, left, offered, played by a bot, and taken back."""
