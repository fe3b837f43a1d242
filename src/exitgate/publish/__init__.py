"""Telling people and machines: step outputs, log, summary, and GitHub's API."""
