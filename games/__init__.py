"""The service around the rules: tables, turns, positions, post, pages.

Arrows point one way: models know only the engine's types, services know models, and
views, tasks, commands and the admin know services.
"""
