"""The core: record state, verbs, batch loops. It knows no game; games know it."""
