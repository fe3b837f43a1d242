"""The Actions runner as we find it: environment, event, inputs, files."""
