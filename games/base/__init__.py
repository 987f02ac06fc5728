"""What every part of the service stands on: time, queues, limits, refusals and signs of life."""
