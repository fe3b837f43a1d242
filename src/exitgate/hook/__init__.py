"""A Stop hook: when the agent in a developer's shell wants to stop, may it?"""
