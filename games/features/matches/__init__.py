"""Matches: two games of two players with the same deal, between which they swap seats."""
