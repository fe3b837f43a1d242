"""Signs that an agent changed the evidence instead of the code. Pure; one family a file.

Nothing is imported here: most decisions have no diff, and the families take long to load.
"""
