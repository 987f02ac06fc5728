"""Tests of the pictures of The Campaign."""
