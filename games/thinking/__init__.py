"""Bots and analysts that search for seconds do so in a process of its own.

So they slow down nothing else in this process, and a bot that never comes to an end can be stopped.
"""
