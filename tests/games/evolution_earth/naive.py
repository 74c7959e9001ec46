"""Evolution Earth once more, slowly: plain objects and words, written from the rules alone.

Cards are their words, piles are `Counter`s, decks lists with the top card first. Where chance
decides (a shuffled deck), the outcome is given from outside and checked to be possible.
"""

from collections import Counter

PARENT = {
    "critters": None,
    "fishes": "critters",
    "insects": "critters",
    "reptiles": "fishes",
    "birds": "reptiles",
    "mammals": "reptiles",
}
LANDS = (
    "ocean", "africa", "antarctica", "australia", "eurasia", "india", "north america",
    "south america",
)  # fmt: skip
# name: price, defence, points
SPECIES = {
    "critters": (None, 1, 1),
    "fishes": (3, 2, 3),
    "insects": (4, 4, 4),
    "reptiles": (5, 3, 5),
    "birds": (7, 5, 8),
    "mammals": (8, 4, 10),
}
# name: price, attack, symbols
CATACLYSMS = {
    "wildfire": (2, 3, "C"),
    "hurricane": (3, 3, "CO"),
    "red tide": (3, 4, "O"),
    "flood": (4, 5, "C"),
    "tsunami": (5, 6, "CO"),
    "earthquake": (5, 7, "C"),
    "desertification": (6, 8, "C"),
    "ocean anoxia": (6, 8, "O"),
    "pandemic": (7, 8, "CO"),
    "volcanic eruption": (7, 9, "C"),
    "climate change": (8, 10, "CO"),
    "supervolcano": (9, 12, "C"),
    "ice age": (11, 14, "CO"),
    "asteroid impact": (12, 15, "CO"),
}
SHIELDS = dict(zip(LANDS, (3, 2, 1, 1, 3, 1, 2, 2), strict=True))


class Player:
    def __init__(self, deck):
        self.deck = list(deck)
        self.under = Counter()
        self.hand = Counter()
        self.tabled = 0
        self.world = {"ocean": None}
        self.lives = True
        self.turns = 0
        self.gain = 0.0
        self.known_in_hand = Counter()  # Blue Pearl: what others know of the hand
        self.known_top = 0  # Blue Pearl: cards of the deck still in the common first order
        self.openly_under = Counter()

    def points(self, game):
        return sum(game.species[name][2] for name in self.world.values() if name)

    def living_species(self):
        return {name for name in self.world.values() if name}


class Naive:
    """One game, from the document of its deal."""

    def __init__(self, players, options, document):
        self.options = options
        self.species, self.cataclysms, self.shields = SPECIES, CATACLYSMS, SHIELDS
        size = {2: 5, 3: 7, 4: 10}[players]
        self.supply = Counter({name: size for name in SPECIES if name != "critters"})
        self.supply.update(dict.fromkeys(CATACLYSMS, 3))
        self.supply["pop"] = 10 * players
        self.fossils, self.removed = Counter(), Counter()
        starter = Counter({"critters": 5, "pop": 5, **dict.fromkeys(LANDS[1:], 1)})
        self.players = []
        self.first = document["to_move"]
        for seat in range(players):
            deck = list(document["decks"][seat])
            owned = Counter(deck) + Counter(document["hands"][seat])
            assert owned == starter, owned
            self.players.append(Player(deck))
            if options["blue_pearl"]:
                self.players[-1].known_top = 17
        if options["blue_pearl"]:  # who begins has drawn; the others still show the common order
            common = document["decks"][(self.first + 1) % players]
            for seat, player in enumerate(self.players):
                assert common[-len(document["decks"][seat]) :] == document["decks"][seat]
                player.deck = list(common)
        else:
            self.players[self.first].deck = None  # what was drawn comes from the document
        self.over = None
        self.phase = None
        self.begin(self.first, document)

    # the course of a turn

    def begin(self, seat, chance):
        player = self.players[seat]
        if player.turns >= self.options["max_turns"]:
            self.over, self.to_move = "cut off", None
            return
        player.turns += 1
        self.to_move, self.phase, self.has_tabled = seat, "pop", False
        if player.deck is None:
            player.deck = list(chance["decks"][seat])
            player.hand = Counter(chance["hands"][seat])
            return
        for _ in range(5):
            if not player.deck and not self.options["blue_pearl"]:
                self.draw_after_shuffle(seat, chance)
                return
            if not player.deck:
                return
            card = player.deck.pop(0)
            player.hand[card] += 1
            if player.known_top:
                player.known_top -= 1
                player.known_in_hand[card] += 1

    def draw_after_shuffle(self, seat, chance):
        """Chance is what a shuffle brought: the cards of the hand, and those left in the deck."""
        player = self.players[seat]
        pool = player.under
        player.under, player.openly_under = Counter(), Counter()
        drawn = Counter(chance["hands"][seat]) - player.hand
        wanted = min(5 - player.hand.total(), pool.total())
        assert drawn.total() == wanted
        assert drawn + Counter(chance["decks"][seat]) == pool
        player.hand += drawn
        player.deck = list(chance["decks"][seat])

    def next_turn(self, chance):
        seat = self.to_move
        for step in range(1, len(self.players) + 1):
            other = (seat + step) % len(self.players)
            if self.players[other].lives:
                self.begin(other, chance)
                return

    def finish(self, chance):
        player = self.players[self.to_move]
        player.under += player.hand
        player.hand, player.known_in_hand = Counter(), Counter()
        self.has_tabled = False
        if self.options["blue_pearl"] and player.under:
            self.phase = "order"
        else:
            self.next_turn(chance)

    # what may be done

    def legal(self):
        player = self.players[self.to_move]
        if self.phase == "order":
            return {f"put {card}" for card in player.under}
        if self.phase == "pop":
            words = {f"table {k} pop" for k in range(player.hand["pop"] + 1)}
            if self.options["forbid_suicide"] and len(words) > 1 and not self.deeds():
                words.discard("table 0 pop")
            return words
        deeds = self.deeds()
        if not (self.options["forbid_suicide"] and deeds and not self.has_tabled):
            deeds.add("pass")
        return deeds

    def deeds(self):
        player = self.players[self.to_move]
        words = set()
        for name, (price, *_) in (*self.species.items(), *self.cataclysms.items()):
            if price is not None and self.supply[name] and player.tabled >= price:
                words.add(f"buy {name}")
        for card in [c for c, n in player.hand.items() if n]:
            if card in LANDS and card not in player.world:
                words.add(f"table {card}")
            if card in self.species:
                words |= {f"table {card} on {land}" for land in self.homes(player, card)}
            if card in self.cataclysms and player.tabled >= self.cataclysms[card][0]:
                words |= {f"play {card} on {land}" for land in self.targets(card)}
        return words

    def homes(self, player, card):
        living, parent = player.living_species(), PARENT[card]
        for land, resident in player.world.items():
            if resident is None:
                if card == "critters" or card in living or parent in living:
                    yield land
            elif parent is not None and resident == parent:
                yield land

    def targets(self, card):
        for land in LANDS:
            symbol = "O" if land == "ocean" else "C"
            if symbol in self.cataclysms[card][2] and self.victims(land):
                yield land

    def victims(self, land):
        return [
            p
            for seat, p in enumerate(self.players)
            if seat != self.to_move and p.lives and p.world.get(land)
        ]

    # doing it

    def act(self, words, chance):
        for player in self.players:
            player.gain = 0.0
        player = self.players[self.to_move]
        verb, rest = words.split(" ", 1) if " " in words else (words, "")
        if self.phase == "pop":
            count = int(rest.split()[0])
            self.take(player, "pop", count)
            player.tabled += count
            self.has_tabled, self.phase = count > 0, "action"
            return
        if self.phase == "order":
            player.under = player.under - Counter([rest])
            player.deck.append(rest)
            if not player.under:
                self.next_turn(chance)
            return
        if words == "pass" and not self.has_tabled:
            self.perish(player, chance)
            return
        if verb == "buy":
            price = (self.species.get(rest) or self.cataclysms[rest])[0]
            self.supply[rest] -= 1
            player.tabled -= price
            self.lay_under(player, {rest: 1, "pop": price})
        elif verb == "table" and " on " in rest:
            card, land = rest.split(" on ")
            self.take(player, card, 1)
            if player.world[land] is not None:
                self.fossils[player.world[land]] += 1
            player.world[land] = card
            if player.points(self) >= self.options["goal"]:
                self.win(player)
                return
            reward = min(self.species[card][2], self.supply["pop"])
            self.supply["pop"] -= reward
            self.lay_under(player, {"pop": reward})
        elif verb == "table":
            self.take(player, rest, 1)
            player.world[rest] = None
        elif verb == "play":
            self.attack(player, *rest.split(" on "))
        self.finish(chance)

    def take(self, player, card, count):
        player.hand = player.hand - Counter({card: count})
        player.known_in_hand = player.known_in_hand - Counter({card: count})

    def lay_under(self, player, cards):
        cards = Counter({card: n for card, n in cards.items() if n})
        player.under += cards
        if not self.options["blue_pearl"]:
            player.openly_under += cards

    def attack(self, player, card, land):
        price, attack, _ = self.cataclysms[card]
        self.take(player, card, 1)
        for victim in self.victims(land):
            absorbed = min(attack, victim.tabled)
            victim.tabled -= absorbed
            self.supply["pop"] += absorbed
            left = attack - absorbed
            species = victim.world[land]
            defence = self.species[species][1]
            if left < defence:
                continue
            victim.world[land] = None
            self.lay_under(player, {species: 1})
            if self.options["territory_defence"] == "shield":
                is_land_lost = left - defence >= self.shields[land]
            else:
                is_land_lost = left > defence
            if is_land_lost:
                del victim.world[land]
                self.lay_under(player, {land: 1})
        player.tabled -= price
        self.lay_under(player, {"pop": price})
        self.fossils[card] += 1

    # the end

    def perish(self, player, chance):
        player.gain -= 1 / (len(self.players) - 1)
        player.lives = False
        cards = Counter(player.deck) + player.under + player.hand + Counter(pop=player.tabled)
        for land, species in player.world.items():
            cards[land] += 1
            if species:
                cards[species] += 1
        if self.options["recycle_pop"]:
            self.supply["pop"] += cards.pop("pop", 0)
        self.removed += cards
        player.deck, player.under, player.hand = [], Counter(), Counter()
        player.openly_under, player.known_in_hand = Counter(), Counter()
        player.world, player.tabled, player.known_top = {}, 0, 0
        living = [p for p in self.players if p.lives]
        if len(living) == 1:
            self.win(living[0])
        else:
            self.next_turn(chance)

    def win(self, winner):
        for player in self.players:
            if player is winner:
                player.gain += 1
            elif player.lives:
                player.gain -= 1 / (len(self.players) - 1)
        self.over, self.to_move = "ended", None

    # telling

    def document(self):
        """What a position document says, without defaults, seeds and counts of choices."""
        seen = [p.known_in_hand if self.options["blue_pearl"] else p.openly_under for p in
                self.players]  # fmt: skip
        return {
            "to_move": self.to_move,
            "over": self.over,
            "phase": self.phase,
            "has_tabled": self.has_tabled,
            "alive": [s for s, p in enumerate(self.players) if p.lives],
            "turns": [p.turns for p in self.players],
            "worlds": [p.world for p in self.players],
            "pop": [p.tabled for p in self.players],
            "hands": [+p.hand for p in self.players],
            "decks": [p.deck for p in self.players],
            "under": [+p.under for p in self.players],
            "seen": [+cards for cards in seen],
            "known_tops": [p.known_top for p in self.players],
            "supply": +self.supply,
            "fossils": +self.fossils,
            "removed": +self.removed,
            "rewards": [p.gain for p in self.players],
        }
