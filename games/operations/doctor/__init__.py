"""Checks of a site as it runs, for ``manage.py doctor``; each is a function with findings.

A check must not change anything that players or operators would notice, unless an option asks
for it, and must not depend on another check.
"""
