"""A toy auction: a second game, complete in this folder, that proves how to add one."""
