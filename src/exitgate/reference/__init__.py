"""The pages that are made from the code: `python -m exitgate.reference` in the project's folder."""
