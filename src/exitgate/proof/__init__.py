"""What the agent said, set beside what the facts can prove. Pure."""
