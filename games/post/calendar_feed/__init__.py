"""Private calendar feeds: deadlines, and forecasts of when somebody's next turns will come."""
