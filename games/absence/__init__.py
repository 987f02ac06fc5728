"""Players who are away: reminders, time-outs, stand-ins, and how somebody comes back."""
