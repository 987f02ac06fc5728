"""The rules of The Campaign, without Django, clock or I/O."""
