"""Private calendar feeds: deadlines, and forecasts of somebody's next turns."""
