"""Cardline: Animals once more, plainly, from the rulebook: no code shared with the game.

Animals are words; values are fractions read from the deck file. Where chance comes in (the deck's
order) the naive game is told.
"""

import csv
from fractions import Fraction
from importlib.resources import files

COLUMN = {"size": "size_m", "weight": "weight_kg", "lifespan": "lifespan_years"}


def animals():
    """word -> row of the deck file."""
    text = files("phylarium.envs.games.cardline_animals").joinpath("animals.csv").read_text()
    found = {}
    for row in csv.DictReader(text.splitlines()):
        name = "".join(c if c.isalnum() else " " for c in row["common_name"].lower())
        found["-".join(name.split())] = row
    return found


ANIMALS = animals()


class Player:
    def __init__(self, hand):
        self.hand = dict(enumerate(hand))
        self.markers = 0
        self.is_out = False
        self.points = Fraction(0)

    @property
    def left(self):
        return len(self.hand) + self.markers


class Naive:
    """A game from its opening position and options."""

    def __init__(self, opening, options):
        self.options = options
        self.value = {
            word: Fraction(row[COLUMN[opening["characteristic"]]]) for word, row in ANIMALS.items()
        }
        self.players = [Player(hand) for hand in opening["hands"]]
        self.line = list(opening["line"])
        self.deck = list(opening["deck"])
        self.box = []
        self.first = opening["first"]
        self.tie_break = False
        self.over = None
        self.turns = 0
        self.paid = Fraction(0)
        self.begin_round()

    def begin_round(self):
        count = len(self.players)
        order = [(self.first + k) % count for k in range(count)]
        self.round = [seat for seat in order if not self.players[seat].is_out]
        self.is_last_round = False

    @property
    def to_move(self):
        return None if self.over else self.round[0]

    def gap_for_rank(self, rank):
        values = sorted(set(self.value.values()))
        return sum(values.index(self.value[word]) < rank for word in self.line)

    def legal(self):
        hand = self.players[self.to_move].hand
        if self.options["placing"] == "rank":
            return {f"card {slot} rank {rank}" for slot in hand for rank in range(len(ANIMALS))}
        return {f"card {slot} gap {gap}" for slot in hand for gap in range(len(self.line) + 1)}

    def step(self, choice, deck_then):
        """A turn; `deck_then` is the deck after it, looked at only where the box was shuffled."""
        _, slot, kind, number = choice.split()
        seat = self.round.pop(0)
        player = self.players[seat]
        gap = int(number) if kind == "gap" else self.gap_for_rank(int(number))
        word = player.hand.pop(int(slot))
        tried = [*self.line[:gap], word, *self.line[gap:]]
        values = [self.value[w] for w in tried]
        self.turns += 1
        before = [p.points for p in self.players]
        if values == sorted(values):
            self.line = tried
            player.points += Fraction(self.options["placement_reward"])
        else:
            self.box.append(word)
            card = self.draw(deck_then)
            if card is None:
                player.markers += 1
                self.is_last_round = True
            else:
                player.hand[int(slot)] = card
        if self.options["early_end"] and self.is_won():
            self.finish([p for p in self.inside() if p.left == 0])
        elif not self.round:
            self.judge(deck_then)
        if self.options["deck_exhaustion"] == "reshuffle" and not self.over:
            if self.turns >= self.options["turn_limit"]:
                self.finish(self.inside())
                self.over = "cut off"
        self.rewards = [p.points - b for p, b in zip(self.players, before, strict=True)]

    def inside(self):
        return [p for p in self.players if not p.is_out]

    def draw(self, deck_then, cards=1):
        """The top card, or None; with reshuffle the box is put under a deck too short."""
        if len(self.deck) < cards and self.options["deck_exhaustion"] == "reshuffle":
            assert set(deck_then) <= set(self.deck) | set(self.box)
            drawn = [w for w in (*self.deck, *self.box) if w not in deck_then]
            self.reshuffled = (list(self.deck), set(self.box))
            # those drawn came first, in an order that the hands tell; the caller sorts that out
            self.deck = [*self.deck, *[w for w in drawn if w not in self.deck], *deck_then]
            self.deck = list(dict.fromkeys(self.deck))
            self.box = []
        return self.deck.pop(0) if len(self.deck) >= cards else None

    def is_won(self):
        emptied = [p for p in self.inside() if p.left == 0]
        could = [s for s in self.round if len(self.players[s].hand) == 1]
        return len(emptied) == 1 and not could

    def judge(self, deck_then):
        emptied = [p for p in self.inside() if p.left == 0]
        if len(emptied) == 1:
            self.finish(emptied)
        elif not emptied and self.is_last_round:
            fewest = min(p.left for p in self.inside())
            self.finish([p for p in self.inside() if p.left == fewest])
        elif emptied:
            if len(self.deck) < len(emptied):
                if self.options["deck_exhaustion"] == "reshuffle":
                    self.deck_was_short(deck_then)
                if len(self.deck) < len(emptied):
                    self.finish(emptied)
                    return
            for player in self.inside():
                if player not in emptied:
                    player.is_out = True
                    player.points -= Fraction(1, len(self.players) - 1)
            self.tie_break = True
            self.begin_round()
            for seat in self.round:
                self.players[seat].hand[0] = self.deck.pop(0)
        else:
            self.begin_round()

    def deck_was_short(self, deck_then):
        """With reshuffle before a tie-break: the order of those dealt cannot be known here."""
        raise NotShown

    def finish(self, winners):
        self.over = "ended"
        count, losers = len(self.players), len(self.players) - len(winners)
        for player in self.players:
            if not losers:
                continue
            if player in winners:
                player.points += Fraction(1, len(winners))
            else:
                player.points -= Fraction(1, losers)
                if player.is_out:
                    player.points += Fraction(1, count - 1)


class NotShown(Exception):
    """The document does not tell what chance did here."""
