"""The course: lessons on real positions, each with a task and a reply to every attempt."""
