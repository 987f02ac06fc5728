"""Runs the process in which bots think."""

import sys

from games.thinking import child

child.main(int(sys.argv[1]))
