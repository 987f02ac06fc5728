"""Notifications in browsers: devices, notices, the site's key, and delivery by web push."""
