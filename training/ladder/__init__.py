"""Round robins of agents: who takes part (`entry`), what is played (`ladder`), what it comes to
(`ratings`, `report`).
"""
