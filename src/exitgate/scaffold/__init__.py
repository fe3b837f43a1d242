"""The files that `exitgate init` writes: a workflow, a configuration, a hook's settings."""
