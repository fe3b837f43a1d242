"""The reference page, made from the code: `python -m exitgate.reference > docs/reference.md`."""
