"""How often a policy is right: recorded loops with known outcomes in, figures and pages out."""
