"""Goofspiel as a Phylarium game: a prize is turned, all bid at once, the highest sole bid takes it.

`phylarium --import goofspiel train ...` finds it, since importing this package registers it.
"""

import phylarium

phylarium.register("goofspiel.game:GAME", name="goofspiel")
