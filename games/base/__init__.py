"""The base of every part of the service: time, queues, limits, refusals and signs of life."""
