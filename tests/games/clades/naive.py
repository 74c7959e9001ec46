"""Clades once more, slowly: plain objects and words, written from the rules and from nothing else.

Cards are their words, the deck is a list with its top first, a player's notes are about cards, not
about slots. Where chance decides (a tie order, a card paid for a false call, a reshuffled deck),
the outcome is given from outside and checked to be possible.
"""

from itertools import combinations

BONUS = ("fish", "mollusk")


def third(one, other):
    """The card that makes a triple with two others."""
    qualities = []
    types = (
        ("mammal", "sauropsid", "arthropod"),
        ("water", "land", "air"),
        ("1", "2", "3"),
        ("blue", "green", "red"),
    )
    for kinds, a, b in zip(types, one.split("-"), other.split("-"), strict=True):
        qualities.append(a if a == b else next(k for k in kinds if k not in (a, b)))
    return "-".join(qualities)


class Player:
    def __init__(self, cards, pile):
        self.hand = [*cards, None, None, None][:3]
        self.pile = set(pile)
        self.owed = set()
        self.lockout = 0
        self.triples = 0
        self.points = 0.0
        self.choice = None
        self.looks_left = 0
        self.notes = {}  # pair of cards -> "found", or the number of arrivals before the look


class Naive:
    def __init__(self, players, options, document):
        self.options = options
        self.players = [
            Player(document["hands"][seat], document["piles"][seat]) for seat in range(players)
        ]
        self.shared = (document["shared"] + [None] * 21)[:21]
        self.temporary = [None] * 81
        self.deck = list(document["deck"])
        self.order = list(range(players))
        self.resting = None
        self.are_hands_open = False
        self.silence = 0
        self.tick = 0
        self.arrivals = 0
        self.came = {}  # card -> arrivals before it came
        self.opened = 0
        self.known = {}  # personal card -> seats that know it
        for seat, player in enumerate(self.players):
            self.known.update({card: {seat} for card in player.hand if card})
        self.claims = []  # (seat, places) collected and not yet replaced
        self.made_open = False
        self.giving = None
        for seat, player in enumerate(self.players):
            self.earn(seat, len(player.pile))  # starter cards
        self.over = None
        self.full_table = options["shared_cards"] or (7 if options["learning"] else 12)
        self.start_tick()

    # what lies where; a place is ("s", i), ("t", i) or ("p", seat, i)

    def card_in(self, place):
        if place[0] == "p":
            return self.players[place[1]].hand[place[2]]
        return (self.shared if place[0] == "s" else self.temporary)[place[1]]

    def set_card(self, place, card):
        if place[0] == "p":
            self.players[place[1]].hand[place[2]] = card
        else:
            (self.shared if place[0] == "s" else self.temporary)[place[1]] = card

    def places(self, seat):
        """Places in a seat's sight, in the order of its names for them."""
        count = len(self.players)
        owners = [(seat + k) % count for k in range(count if self.are_hands_open else 1)]
        everywhere = [("s", i) for i in range(21)] + [("t", i) for i in range(81)]
        everywhere += [("p", owner, i) for owner in owners for i in range(3)]
        return [place for place in everywhere if self.card_in(place)]

    def name(self, seat, place):
        if place[0] != "p":
            return f"{place[0]}{place[1]}"
        steps = (place[1] - seat) % len(self.players)
        return (f"n{steps}" if steps else "") + f"p{place[2]}"

    def place_named(self, seat, name):
        return next(p for p in self.places(seat) if self.name(seat, p) == name)

    def usable_third(self, seat, one, other):
        """The place of the third card if the seat may collect the triple, else None."""
        wanted = third(self.card_in(one), self.card_in(other))
        for place in self.places(seat):
            if self.card_in(place) == wanted:
                personal = [p for p in (one, other, place) if p[0] == "p"]
                return None if self.are_hands_open and len(personal) > 1 else place
        return None

    # choices

    def start_tick(self):
        self.waiting = set(range(len(self.players)))
        self.round = set(self.waiting)
        for player in self.players:
            player.choice = None
            player.looks_left = (
                self.options["looks_per_tick"] if self.options["vision"] == "looks" else 0
            )

    @property
    def to_move(self):
        return self.giving if self.giving is not None else min(self.round)

    def is_active(self, seat):
        return seat != self.resting and not self.players[seat].lockout

    def next_help(self):
        if self.options["open_hand"] != "off" and not self.are_hands_open:
            return "open"
        return "card" if self.has_room() and self.has_animals() else None

    def has_animals(self):
        return any(card not in BONUS for card in self.deck)

    def legal(self):
        seat = self.to_move
        player = self.players[seat]
        if self.giving is not None:
            return {f"give p{i}" for i in range(3) if player.hand[i]}
        words = {"wait"}
        if not self.is_active(seat):
            return words
        if self.next_help():
            words.add("ask")
        for one, other in combinations(self.places(seat), 2):
            pair = f"{self.name(seat, one)} {self.name(seat, other)}"
            noted = player.notes.get(frozenset((self.card_in(one), self.card_in(other))))
            if self.options["vision"] == "slots" or self.is_lowest_name(seat, one, other, noted):
                words.add(f"call {pair}")
            if self.options["vision"] == "looks" and player.looks_left and noted is None:
                words.add(f"look {pair}")
        return words

    def is_lowest_name(self, seat, one, other, noted):
        if self.options["vision"] == "looks" and noted != "found":
            return False
        last = self.usable_third(seat, one, other)
        seen = self.places(seat)
        return last is not None and seen.index(last) > seen.index(other)

    def act(self, words, chance):
        """One choice; `chance` is the document of what really came of it."""
        self.chance = chance
        seat = self.to_move
        verb, *names = words.split()
        if verb == "give":
            self.giving = None
            self.give(seat, int(names[0][1:]))
            self.finish_claim()
            self.replace_claims()
            return
        self.round.discard(seat)
        if verb == "look":
            self.look(seat, *(self.place_named(seat, name) for name in names))
        else:
            self.players[seat].choice = words
            self.waiting.discard(seat)
        if not self.round:
            self.round = set(self.waiting)
        if not self.round:
            self.resolve()

    def look(self, seat, one, other):
        player = self.players[seat]
        player.looks_left -= 1
        cards = self.card_in(one), self.card_in(other)
        wanted = third(*cards)
        if wanted in [self.card_in(place) for place in self.places(seat)]:
            for pair in combinations([*cards, wanted], 2):
                player.notes[frozenset(pair)] = "found"
        else:
            player.notes[frozenset(cards)] = self.arrivals

    # the tick

    def resolve(self):
        asked = [p.choice == "ask" for s, p in enumerate(self.players) if self.is_active(s)]
        all_asked = bool(asked) and all(asked)
        if self.options["tie_order"] in ("random", "reaction"):
            self.order = self.chance.get("order")
        calls = {}
        for seat, player in enumerate(self.players):
            if player.choice.startswith("call"):
                pair = [self.place_named(seat, name) for name in player.choice.split()[1:]]
                last = self.usable_third(seat, *pair)
                calls[seat] = None if last is None else [*pair, last]
        for seat in sorted(calls):
            if calls[seat] is None:
                self.punish(seat)
        scorers = []
        for seat in list(self.order):
            if calls.get(seat) and all(self.card_in(place) for place in calls[seat]):
                self.collect(seat, calls[seat])
                scorers.append(seat)
        if self.options["tie_order"] == "rotating":
            for seat in scorers:
                self.order.remove(seat)
                self.order.append(seat)
        if not self.claims:
            self.silence += 1
            self.help(all_asked)
            self.end_tick()
        elif scorers and self.options["chain_before_refill"] and self.can_anybody_call():
            self.silence = 0
            self.end_tick(may_end=False)
        else:
            self.made_open = self.are_hands_open
            self.note_arrivals()
            self.replace_claims()

    def note_arrivals(self):
        self.arrivals += 1

    def punish(self, seat):
        player = self.players[seat]
        if self.options["false_call_penalty"]:
            animals = player.pile - set(BONUS)
            if animals:
                place = self.temporary.index(None)
                paid = self.paid_card(animals)
                player.pile.remove(paid)
                self.earn(seat, -1)
                self.temporary[place] = paid
        if self.options["false_call_lockout"]:
            player.lockout = self.options["false_call_lockout"] + 1

    def paid_card(self, animals):
        """The card that chance took: one that was in this pile and has left it."""
        lying = [card for card in self.chance.get("temporary", []) if card]
        scored = [card for pile in self.chance["piles"] for card in pile]
        on_table = set(self.temporary)
        candidates = [c for c in lying + scored if c in animals and c not in on_table]
        gone = [card for card in candidates if card in lying]
        return gone[0] if gone else candidates[0]

    def collect(self, seat, places):
        cards = [self.card_in(place) for place in places]
        for place, card in zip(places, cards, strict=True):
            self.forget(card)
            self.known.pop(card, None)
            self.set_card(place, None)
            self.win(seat, card)
        self.players[seat].triples += 1
        self.claims.append((seat, sorted(places, key=self.place_key)))
        if len({card.split("-")[0] for card in cards}) == 1 and self.options["solitaire"] == "off":
            for _ in range(2):
                extra = self.turn(seat)
                if extra:
                    self.win(seat, extra)
        if self.options["victory_break"]:
            self.resting = seat

    def place_key(self, place):
        return ("stp".index(place[0]), *place[1:])

    def forget(self, card):
        """Notes about a card that leaves; two cards whose found third it is now lack one."""
        for player in self.players:
            self.forget_for(player, card)

    def forget_for(self, player, card):
        for pair, what in list(player.notes.items()):
            if card in pair:
                del player.notes[pair]
            elif what == "found" and third(*pair) == card:
                player.notes[pair] = self.arrivals

    def win(self, seat, card):
        self.players[seat].pile.add(card)
        self.earn(seat, 1)

    def earn(self, seat, points):
        if self.options["reward"] == "pile" and self.options["solitaire"] != "race":
            self.reward(seat, points)

    def reward(self, seat, points):
        self.players[seat].points += points
        if self.options["zero_sum"]:
            for other in self.players:
                if other is not self.players[seat]:
                    other.points -= points / (len(self.players) - 1)

    def turn(self, maker):
        """An animal card from the deck for the maker of a triple; bonus cards go to neighbours."""
        lucky = None
        while self.deck and self.deck[0] in BONUS:
            bonus = self.deck.pop(0)
            neighbour = (maker + (1 if bonus == "mollusk" else -1)) % len(self.players)
            self.win(neighbour, bonus)
            if sum(b in p.pile for b in BONUS for p in self.players) == 2:
                lucky = neighbour
        card = self.deck.pop(0) if self.deck else None
        if lucky is not None:
            for _ in range(min(5, len(self.deck))):
                self.win(lucky, self.deck.pop(0))
        return card

    # replacing

    def replace_claims(self):
        while self.claims:
            seat, places = self.claims[0]
            for other, player in enumerate(self.players):
                if other != seat:
                    for i in sorted(player.owed):
                        self.fill(("p", other, i), other)
                    player.owed = set()
            if self.made_open and self.options["open_hand"] == "switch":
                others = [p for p in places if p[0] == "p" and p[1] != seat]
                held = [i for i in range(3) if self.players[seat].hand[i]]
                if others and len(held) > 1:
                    self.giving = seat
                    return
                if others and held:
                    self.give(seat, held[0])
            self.finish_claim()
        self.made_open = False
        self.silence = 0
        self.end_tick()

    def give(self, seat, i):
        _, places = self.claims[0]
        used = next(p for p in places if p[0] == "p" and p[1] != seat)
        card = self.players[seat].hand[i]
        self.forget(card)
        self.players[seat].hand[i] = None
        self.set_card(used, card)
        self.came[card] = self.arrivals
        self.known[card] = self.known[card] | {used[1]}
        self.fill(("p", seat, i), seat)

    def finish_claim(self):
        seat, places = self.claims.pop(0)
        steps = [self.fill_shared, self.fill_personal]
        if self.made_open:
            steps = [self.fill_personal, self.pick_up_hands, self.fill_shared]
        for step in steps:
            step(seat, places)

    def fill_shared(self, seat, places):
        for place in places:
            if place[0] == "s" and sum(c is not None for c in self.shared) < self.full_table:
                self.fill(place, seat)

    def fill_personal(self, seat, places):
        for place in places:
            if place[0] == "p" and not self.card_in(place):
                if self.options["victory_break"] and place[1] == seat:
                    self.players[seat].owed.add(place[2])
                else:
                    self.fill(place, seat)

    def fill(self, place, maker):
        if self.card_in(place):
            return
        card = self.turn(maker)
        if card:
            self.set_card(place, card)
            self.came[card] = self.arrivals
            if place[0] == "p":
                self.known[card] = {place[1]}

    def pick_up_hands(self, seat, places):
        if self.are_hands_open:
            self.are_hands_open = False
            self.opened = 0
            for owner, player in enumerate(self.players):
                for card in filter(None, player.hand):
                    for other, reader in enumerate(self.players):
                        if other != owner:
                            self.forget_for(reader, card)

    # help and end

    def help(self, all_asked):
        kind = self.next_help()
        limit = self.options["open_after" if kind == "open" else "silence_limit"]
        if kind is None or not (all_asked or (limit and self.silence >= limit)):
            return
        self.silence = 0
        self.note_arrivals()
        if kind == "open":
            self.are_hands_open = True
            self.opened = self.arrivals
            everybody = set(range(len(self.players)))
            for player in self.players:
                self.known.update({card: set(everybody) for card in player.hand if card})
            return
        kept = []
        while self.deck[0] in BONUS:
            kept.append(self.deck.pop(0))
        card = self.deck.pop(0)
        if kept:
            shuffled = list(self.chance["deck"])
            assert sorted(shuffled) == sorted(self.deck + kept)
            self.deck = shuffled
        place = ("s", self.shared.index(None))
        self.set_card(place, card)
        self.came[card] = self.arrivals

    def end_tick(self, may_end=True):
        self.tick += 1
        race = self.options["solitaire"] == "race"
        if race and self.options["reward"] == "pile":
            self.reward(0, -1)
        for player in self.players:
            player.lockout = max(0, player.lockout - 1)
        is_won = race and self.players[0].triples >= 10
        is_late = race and 0 < self.options["race_limit"] <= self.tick
        has_cards = self.has_room() and self.has_animals()
        is_stuck = may_end and not has_cards and not self.can_anybody_call()
        if is_won or is_late or is_stuck:
            self.finish(is_won)
        elif self.tick >= self.options["max_ticks"]:
            self.over = "cut off"
        else:
            self.start_tick()

    def has_room(self):
        return sum(card is not None for card in self.shared) < self.options["shared_limit"]

    def finish(self, is_won):
        self.over = "ended"
        if self.options["reward"] == "win":
            if self.options["solitaire"] == "race":
                self.reward(0, 1.0 if is_won else 0.0)
                return
            most = max(len(player.pile) for player in self.players)
            winners = [s for s, p in enumerate(self.players) if len(p.pile) == most]
            for seat in winners:
                self.reward(seat, 1.0 / len(winners))

    def can_anybody_call(self):
        """Whether some player not on a break has a triple, with hands as they are or as they may
        be opened."""
        table = [card for card in self.shared + self.temporary if card]
        held = [[card for card in player.hand if card] for player in self.players]
        pools = []
        if self.options["open_hand"] != "off":
            pools += [[*table, card] for hand in held for card in hand] + [table]
        if not self.are_hands_open:
            pools += [table + hand for s, hand in enumerate(held) if s != self.resting]
        return any(
            third(a, b) in pool and third(a, b) not in (a, b)
            for pool in pools
            for a, b in combinations(pool, 2)
        )

    # the document, for comparison

    def document(self):
        players = self.players
        out = {
            "tick": self.tick,
            "silence": self.silence,
            "shared": trimmed(self.shared),
            "temporary": trimmed(self.temporary),
            "hands": [trimmed(player.hand) for player in players],
            "piles": [player.pile for player in players],
            "deck": self.deck,
            "triples": [player.triples for player in players],
            "returns": [round(player.points, 9) for player in players],
            "order": self.order,
            "over": self.over,
            "resting": self.resting,
            "owed": [player.owed for player in players],
            "lockouts": [player.lockout for player in players],
            "hands_open": self.are_hands_open,
            "known": self.known,
        }
        if self.over is None:
            out["to_move"] = self.to_move
            out["choices"] = [None if self.giving is not None else p.choice for p in players]
            out["notes"] = [player.notes for player in players]
            out["looks_left"] = [player.looks_left for player in players]
        return out


def trimmed(cards):
    """A list of cards without the empty places at its end."""
    kept = list(cards)
    while kept and kept[-1] is None:
        kept.pop()
    return kept
