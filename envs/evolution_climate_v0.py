"""Evolution: Climate in PettingZoo's module form: `env`, `raw_env`, `parallel_env`."""

from .adapters.module_form import module_form

env, raw_env, parallel_env = module_form("evolution_climate")

__all__ = ["env", "parallel_env", "raw_env"]
