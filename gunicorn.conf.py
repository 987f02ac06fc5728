"""Gunicorn reads this file when it is started in this directory."""

logger_class = "alexandros_site.gunicorn_logs.SiteLogger"
