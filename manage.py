#!/usr/bin/env python3
"""The command line: `manage.py play` starts everything, `manage.py help` lists the rest."""

from __future__ import annotations

from alexandros_site.command_line import main

if __name__ == "__main__":
    main()
