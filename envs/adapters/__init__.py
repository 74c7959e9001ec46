"""Games as other libraries take them: PettingZoo, Gymnasium, Stable-Baselines3; and opponents."""
