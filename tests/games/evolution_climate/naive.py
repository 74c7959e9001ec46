"""Evolution: Climate once more, written from the rulebook in plain Python, sharing no code with
the game.

`Naive(...).play()` is a generator that tells the whole game as a story: where somebody chooses it
yields the seats that owe a choice and the words that the first of them may say, and is sent the
words said. Its chance is the documented generator (SplitMix64), written out here once more.
"""

import csv
import itertools
from pathlib import Path

import phylarium.envs.games.evolution_climate as game

ZONES = [
    "ice age", "freezing", "cold", "cool", "temperate", "warm", "tropical", "hot", "scorching",
]  # fmt: skip
LEAVES = {
    "big": [-30, -16, -8, -4, 0, 4, 12, 6, -20],
    "small": [-15, -8, -4, -2, 0, 2, 6, 3, -10],
}
STRIKES = {  # zone: what, how much, which body sizes
    "ice age": ("cold", 4, range(1, 7)),
    "freezing": ("cold", 2, range(1, 5)),
    "cold": ("cold", 1, range(1, 3)),
    "tropical": ("heat", 1, range(5, 7)),
    "hot": ("heat", 2, range(3, 7)),
    "scorching": ("heat", 4, range(1, 7)),
}
PROTECTION = {
    "heat": {"burrowing": 1, "migratory": 1, "nocturnal": 1, "mud wallowing": 1,
             "cooling frills": 3},
    "cold": {"burrowing": 1, "migratory": 1, "defensive herding": 1, "hibernation": 1,
             "heavy fur": 4},
}  # fmt: skip
AMBUSH_MAY_IGNORE = {
    "burrowing", "climbing", "cooling frills", "defensive herding", "hard shell", "mud wallowing",
    "symbiosis",
}  # fmt: skip
TRAITS = [
    "ambush", "burrowing", "carnivore", "climbing", "cooling frills", "cooperation",
    "defensive herding", "fat tissue", "fertile", "foraging", "hard shell", "heavy fur",
    "hibernation", "horns", "intelligence", "long neck", "migratory", "mud wallowing", "nocturnal",
    "pack hunting", "scavenger", "symbiosis", "warning call",
]  # fmt: skip
SLOTS = 16


def deck_order():
    """The words of the cards in the order of the card table; data, no code."""
    text = Path(game.__file__).with_name("cards.csv").read_text(encoding="utf-8")
    return [
        f"{r['trait']} {int(r['food']):+d}" + " sun" * int(r["suns"])
        + " snowflake" * int(r["snowflakes"])
        for r in csv.DictReader(text.splitlines())
    ]  # fmt: skip


ORDER = deck_order()


def trait_of(card):
    return card[: card.index("+" if "+" in card else "-") - 1]


def food_of(card):
    return int(card[len(trait_of(card)) :].split()[0])


def warmth_of(card):
    return card.count("sun") - card.count("snowflake")


class Chance:
    """SplitMix64 and Lemire's bounded numbers."""

    def __init__(self, state):
        self.state = state

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31

    def below(self, n):
        while True:
            product = (self.bits() >> 32) * n
            if product % 2**32 >= (2**32 - n) % n:
                return product >> 32

    def shuffled(self, cards):
        cards = list(cards)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


class Species:
    def __init__(self):
        self.population, self.body, self.food, self.fat = 1, 1, 0, 0
        self.cards, self.down, self.waiting, self.used_night = [], set(), set(), False

    def has(self, trait):
        return trait in [trait_of(card) for card in self.cards]

    @property
    def unfed(self):
        return self.population - self.food

    @property
    def fat_room(self):
        return self.body - self.fat if self.has("fat tissue") else 0

    @property
    def room(self):
        return self.unfed + self.fat_room

    @property
    def is_hungry(self):
        return self.unfed > (2 if self.has("hibernation") else 0)

    def told(self):
        out = {"population": self.population, "body": self.body}
        up = [card for card in self.cards if card not in self.down]
        down = [card for card in self.cards if card in self.down]
        for name, value in (
            ("food", self.food), ("fat", self.fat), ("traits", up), ("face_down", down),
            ("waiting", sorted(self.waiting)), ("fed_at_night", self.used_night),
        ):  # fmt: skip
            if value:
                out[name] = value
        return out


class Player:
    def __init__(self, seat, given):
        self.seat = seat
        self.species, self.hand, self.bag = [], list(given.get("hand", [])), given.get("bag", 0)
        self.food_card = self.picked = self.named = None
        self.hidden_bag = 0
        self.laid_off = []
        for entry in given["species"]:
            one = Species()
            one.population, one.body = entry["population"], entry["body"]
            one.food, one.fat = entry.get("food", 0), entry.get("fat", 0)
            one.cards = list(entry.get("traits", []))
            self.species.append(one)


class Naive:
    def __init__(self, setup, document):
        self.options = setup.options
        self.players = [Player(s, given) for s, given in enumerate(document["players"])]
        self.count = len(self.players)
        self.first = document["first"]
        self.zone = ZONES.index(document.get("zone", "temperate"))
        self.deck, self.aside = list(document["deck"]), list(document["aside"])
        self.discards = list(document.get("discards", []))
        self.events = {side: list(cards) for side, cards in document["events"].items()}
        self.chance = Chance(int(document["rng"], 16))
        self.hole, self.round = document["watering_hole"], document["round"]
        self.burnt, self.thaw, self.volcano, self.meteorites = 0, None, None, 0
        self.final = document.get("final")
        self.phase, self.over, self.attack, self.offer = "food card", None, None, None
        self.scores = [0.0] * self.count
        self.told_others = {}

    # order of seats

    def around(self, start):
        return [self.players[(start + k) % self.count] for k in range(self.count)]

    # chips, cards, species

    def gain(self, player, points):
        if self.options.reward == "score":
            self.pay(player, points)

    def pay(self, player, points):
        self.scores[player.seat] += points
        if self.options.zero_sum:
            for other in self.players:
                if other is not player:
                    self.scores[other.seat] -= points / (self.count - 1)

    def bag(self, player, food):
        player.bag += food
        self.gain(player, food)

    def draw(self, player, count, is_dealing=False):
        for _ in range(count):
            if not self.deck:
                self.new_deck()
            if not self.deck:
                return
            player.hand.append(self.deck.pop(0))
            if not self.deck:
                self.final = self.final or ("this round" if is_dealing else "next round")
                self.new_deck()

    def new_deck(self):
        if self.aside:
            # The pile of cards aside is written bottom first.
            self.deck, self.aside = list(reversed(self.aside)), []
        else:
            cards = sorted(self.discards, key=ORDER.index)
            self.deck, self.discards = list(reversed(self.chance.shuffled(cards))), []

    def shrink(self, player, species, loss):
        species.population = max(0, species.population - loss)
        if species.food > species.population:
            self.bag(player, species.food - species.population)
            species.food = species.population

    def extinct(self, player, species):
        player.species.remove(species)
        self.discards += species.cards
        self.bag(player, species.food + species.fat)
        self.draw(player, len(species.cards))

    def all_species(self):
        return [(player, species) for player in self.around(self.first)
                for species in list(player.species)]  # fmt: skip

    def strike_all(self, loss_of):
        for player, species in self.all_species():
            self.shrink(player, species, loss_of(species))
        for player, species in self.all_species():
            if species.population == 0:
                self.extinct(player, species)

    # the story

    def play(self):
        yield from self.choose_food_cards()
        while True:
            yield from self.play_cards()
            yield from self.before_reveal()
            self.environment()
            yield from self.feed()
            yield from self.migrate()
            if self.end_round():
                return
            self.deal()
            yield from self.choose_food_cards()

    def deal(self):
        self.round += 1
        if self.final == "next round":
            self.final = "this round"
        self.hole, self.burnt = self.hole + self.burnt, 0
        for player in self.players:
            player.species = player.species or [Species()]
        for player in self.around(self.first):
            self.draw(player, 4 + len(player.species), is_dealing=True)

    def choose_food_cards(self):
        self.phase = "food card"
        waiting = [player for player in self.players if player.hand]
        for k, player in enumerate(waiting):
            words = yield [p.seat for p in waiting[k:]], self.card_words(player)
            self.spend(player, words)
            player.food_card = words[5:]

    @staticmethod
    def card_words(player):
        return {f"card {card}" for card in player.hand}

    @staticmethod
    def spend(player, words):
        player.hand.remove(words[5:])

    # Phase 3

    @property
    def is_quick(self):
        return self.options.quick_play or self.count == 6

    def play_cards(self):
        self.phase = "play"
        if self.is_quick:
            yield from self.play_at_once()
            self.turn_up()
        for player in self.around(self.first):
            if not self.is_quick:
                self.phase = "play"
                turn = self.one_turn(player, self.discards)
                for words in turn:
                    turn.send((yield [player.seat], words))
            yield from self.exchange(player)
        self.turn_up()

    def play_at_once(self):
        turns = {p.seat: self.one_turn(p, p.laid_off) for p in self.players}
        asked = {seat: next(turn) for seat, turn in turns.items()}
        self.told_others = {p.seat: (len(p.hand), self.told_species(p)) for p in self.players}
        while asked:
            answers = {}
            now = sorted(asked)
            for k, seat in enumerate(now):
                answers[seat] = yield now[k:], asked[seat]
                try:
                    turns[seat].send(answers[seat])
                    asked[seat] = next(turns[seat])
                except StopIteration:
                    del asked[seat]
        self.told_others = {}
        for player in self.players:
            self.discards += player.laid_off
            self.bag(player, player.hidden_bag)
            player.laid_off, player.hidden_bag = [], 0

    def one_turn(self, player, discards):
        """Yields legal words, is sent words, and yields None in between."""
        limit = 3 if self.count == 2 else 4
        while True:
            words = {"done"}
            for card in player.hand:
                if self.places(player, card, limit):
                    words.add(f"card {card}")
            for species in player.species:
                words |= {f"name {trait_of(card)}" for card in species.cards}
            said = yield words
            yield
            if said == "done":
                return
            if said.startswith("name"):
                player.named = said[5:]
                owners = [s for s in player.species if s.has(player.named)]
                said = yield {f"species s{player.species.index(s)}" for s in owners}
                yield
                self.remove(player, player.species[int(said[9:])], player.named, discards)
                player.named = None
            else:
                player.picked = said[5:]
                said = yield self.places(player, player.picked, limit)
                yield
                self.place(player, player.picked, said, discards)
                player.picked = None

    def places(self, player, card, limit):
        words = set()
        for slot, species in enumerate(player.species):
            if len(species.cards) < limit and not species.has(trait_of(card)):
                words.add(f"trait s{slot}")
            if species.population < 6:
                words.add(f"population s{slot}")
            if species.body < 6:
                words.add(f"body s{slot}")
        if len(player.species) < self.options.species_limit:
            words |= {"new left", "new right"}
        return words

    @staticmethod
    def place(player, card, said, discards):
        player.hand.remove(card)
        verb, where = said.split()
        if verb == "trait":
            species = player.species[int(where[1:])]
            species.cards.append(card)
            species.down.add(card)
            return
        discards.append(card)
        if verb == "new":
            player.species.insert(0 if where == "left" else len(player.species), Species())
        elif verb == "population":
            player.species[int(where[1:])].population += 1
        else:
            player.species[int(where[1:])].body += 1

    def remove(self, player, species, trait, discards):
        card = next(card for card in species.cards if trait_of(card) == trait)
        species.cards.remove(card)
        species.down.discard(card)
        discards.append(card)
        if trait == "fat tissue":
            if self.told_others:
                player.hidden_bag += species.fat
            else:
                self.bag(player, species.fat)
            species.fat = 0

    def exchange(self, player):
        if not player.hand or not self.deck:
            return
        self.phase = "exchange"
        most, self.returned = len(self.deck), []
        while True:
            words = {"done"}
            if len(self.returned) < most:
                words |= self.card_words(player)
            said = yield [player.seat], words
            if said == "done":
                break
            self.spend(player, said)
            self.returned.append(said[5:])
        under = self.chance.shuffled(reversed(self.returned))
        self.deck += reversed(under)
        self.draw(player, len(self.returned))
        self.returned = []

    def turn_up(self):
        for player in self.players:
            for species in player.species:
                species.down = set()

    # Phase 4

    def before_reveal(self):
        for player in self.players:
            necks = [s for s in player.species if s.has("long neck") and not s.has("carnivore")]
            for species in player.species:
                if species in necks:
                    species.waiting.add("long neck")
                if species.has("fertile") and self.hole and species.population < 6:
                    species.waiting.add("fertile")
                if species.has("fat tissue") and (species.fat or necks):
                    species.waiting.add("fat tissue")
        for player in self.around(self.first):
            while True:
                left = [(s, trait) for s in player.species for trait in s.waiting]
                if not left:
                    break
                species, trait = left[0]
                if len(left) > 1:
                    self.phase = "order"
                    said = yield [player.seat], {f"name {trait}" for _, trait in left}
                    trait = player.named = said[5:]
                    owners = [s for s, other in left if other == trait]
                    said = yield (
                        [player.seat],
                        {f"species s{player.species.index(s)}" for s in owners},
                    )
                    player.named = None
                    species = player.species[int(said[9:])]
                yield from self.trigger(player, species, trait)

    def trigger(self, player, species, trait):
        species.waiting.remove(trait)
        if trait == "fertile":
            species.population += 1
        elif trait == "long neck":
            yield from self.offered(player, species, "plant", "bank")
        else:
            moved = min(species.fat, species.unfed)
            species.fat -= moved
            species.food += moved

    def environment(self):
        cards = [p.food_card for p in self.players if p.food_card]
        warmth = sum(map(warmth_of, cards))
        if self.thaw:
            warmth += 3
            self.events["cold"].append(self.thaw)
            self.thaw = None
        if warmth > 0:
            self.zone = min(8, self.zone + 1)
        if warmth < 0:
            self.zone = max(0, self.zone - 1)
        here = ZONES[self.zone]
        acting, side = None, None
        for name, deck in self.events.items():
            if deck and deck[0].split(" at ")[1].split(" as ")[0].split(" to ")[0] == here:
                acting, side = deck[0], name
        effects = here
        if acting and acting.startswith(("cold snap", "heat wave")):
            effects = acting.split(" as ")[1]
        if acting and acting.startswith("desertification"):
            for player, species in self.all_species():
                species.body = max(1, species.body - 1)
                if species.fat > species.body:
                    self.bag(player, species.fat - species.body)
                    species.fat = species.body
        if acting and acting.startswith("wildfire"):
            self.strike_all(lambda species: 0 if species.has("burrowing") else 1)
        if acting and acting.startswith("meteorite"):
            self.meteorites += 1
        if acting and acting.startswith("volcanic"):
            self.volcano = acting.split(" to ")[1]
        if effects in STRIKES:
            self.strike_all(lambda species: self.climate_loss(species, effects))
        leaf = LEAVES["small" if self.count < 4 else "big"][ZONES.index(effects)]
        self.grow_food(sum(map(food_of, cards)) + leaf, acting or "")
        if acting:
            self.events[side].remove(acting)
            if acting.startswith("glacial"):
                self.thaw = acting
            elif not acting.startswith("meteorite"):
                self.events[side].append(acting)
        for player in self.players:
            if player.food_card:
                self.discards.append(player.food_card)
                player.food_card = None

    def climate_loss(self, species, zone):
        what, icons, bodies = STRIKES[zone]
        is_in_range = species.body in bodies
        loss = icons if is_in_range else 0
        if what == "heat" and species.has("heavy fur"):
            if is_in_range or self.options.heavy_fur_out_of_range:
                loss += 1
        for trait, stopped in PROTECTION[what].items():
            if species.has(trait):
                loss -= stopped
        return max(0, loss)

    def grow_food(self, total, event):
        if total > 0 and (self.meteorites or event.startswith("desertification")):
            total = 0
        if total > 0 and event.startswith("wildfire"):
            self.burnt += total
            total = 0
        self.hole = max(0, self.hole + total)

    # taking food

    def take(self, player, species, amount, kind, source, may_store=True):
        """A take of up to `amount`; then Cooperation."""
        left = self.hole if source == "watering hole" else 10**6
        taken = 0
        while amount and left and species.unfed:
            species.food += 1
            amount, left, taken = amount - 1, left - 1, taken + 1
        while amount and left and species.fat_room and may_store:
            species.fat += 1
            amount, left, taken = amount - 1, left - 1, taken + 1
        if taken and kind == "plant" and species.has("foraging") and species.unfed and left:
            species.food += 1
            taken += 1
        if source == "watering hole":
            self.hole -= taken
        if taken and species.has("cooperation"):
            right = player.species.index(species) + 1
            if right < len(player.species):
                yield from self.offered(player, player.species[right], kind, source)

    def offered(self, player, species, kind, source):
        """One token for a species that may not want it."""
        if kind == "plant" and species.has("carnivore"):
            return
        if source == "watering hole" and not self.hole:
            return
        if not species.room:
            return
        if not species.unfed and self.options.fat_offers == "ask":
            slot = player.species.index(species)
            phase, self.phase = self.phase, "offer"
            self.offer = {"seat": player.seat, "slot": slot, "kind": kind, "source": source}
            said = yield [player.seat], {"done", f"species s{slot}"}
            self.phase, self.offer = phase, None
            if said == "done":
                return
        yield from self.take(player, species, 1, kind, source)

    # Phase 5

    def feed(self):
        turn, quiet = self.first, 0
        while quiet < self.count:
            has_acted = yield from self.feeding_turn(self.players[turn])
            quiet = 0 if has_acted else quiet + 1
            turn = (turn + 1) % self.count

    def feeding_turn(self, player):
        has_acted = False
        for species in player.species:
            species.used_night = False
        night_declined = False
        while True:  # before the feeding
            nights = [s for s in player.species if self.may_feed_at_night(player, s)]
            thoughts = self.card_words(player) if self.thinkers(player) else set()
            if nights and not night_declined:
                self.phase = "night"
                words = {f"species s{player.species.index(s)}" for s in nights} | {"done"}
                said = yield [player.seat], words | thoughts
                night_declined = said == "done"
            else:
                self.phase = "feed"
                words = {
                    f"species s{slot}"
                    for slot, s in enumerate(player.species)
                    if self.may_feed(player, s)
                }
                if not any(self.must_feed(player, s) for s in player.species):
                    words.add("done")
                said = yield [player.seat], words | thoughts
                if said == "done":
                    break
            if said.startswith("species"):
                is_night, has_acted = self.phase == "night", True
                chosen = player.species[int(said[9:])]
                yield from self.eat(player, chosen, is_night)
                if not is_night:
                    yield from self.afterwards(player)
                    break
            elif said != "done":
                has_acted = True
                yield from self.think(player, said)
        for species in player.species:
            species.used_night = False
        return has_acted

    def afterwards(self, player):
        while self.thinkers(player):
            self.phase = "afterwards"
            said = yield [player.seat], self.card_words(player) | {"done"}
            if said == "done":
                return
            yield from self.think(player, said)

    def thinkers(self, player):
        if not player.hand:
            return []
        return [s for s in player.species
                if s.has("intelligence") and not s.has("carnivore") and s.room]  # fmt: skip

    def think(self, player, said):
        thinkers = self.thinkers(player)
        self.spend(player, said)
        self.discards.append(said[5:])
        self.phase = "think"
        said = yield [player.seat], {f"species s{player.species.index(s)}" for s in thinkers}
        yield from self.take(player, player.species[int(said[9:])], 2, "plant", "bank")

    def may_feed(self, player, species):
        if species.has("carnivore"):
            return species.room > 0 and self.targets(player, species) != []
        return species.room > 0 and self.hole > 0

    def must_feed(self, player, species):
        if not species.is_hungry:
            return False
        if not species.has("carnivore"):
            return self.hole > 0
        for owner in self.players:
            for prey in owner.species:
                cards = self.cheapest(player, species, owner, prey, may_think=False)
                limit = len(player.hand) if self.options.mud_discard_forced else 0
                if cards is not None and cards <= limit:
                    return True
        return False

    def may_feed_at_night(self, player, species):
        if not species.has("nocturnal") or species.used_night or not species.room:
            return False
        if species.has("carnivore"):
            may_think = self.options.intelligence_in_nocturnal
            if not self.targets(player, species, may_think):
                return False
        elif not self.hole:
            return False
        for owner in self.players:
            for other in owner.species:
                if other.has("carnivore") and other.room:
                    if self.can_attack(owner, other, player, species, True):
                        return False
        return True

    def eat(self, player, species, is_night):
        if species.has("carnivore"):
            yield from self.hunt(player, species, is_night)
        else:
            species.used_night = species.used_night or is_night
            yield from self.take(player, species, 1, "plant", "watering hole")

    # attacks

    def obstacles(self, attacker, owner, prey, ignored):
        """Traits, not ignored, because of which this attack cannot be; None where the prey is too
        big by itself."""
        size = attacker.body
        if attacker.has("pack hunting"):
            size += attacker.population
        if size <= prey.body:
            return None
        found = set()

        def counts(trait):
            return prey.has(trait) and trait not in ignored

        bonus = {"hard shell": 4, "cooling frills": 2}
        worn = [trait for trait in bonus if counts(trait)]
        if size <= prey.body + sum(bonus[trait] for trait in worn):
            found |= set(worn)
        if counts("burrowing") and not prey.is_hungry:
            found.add("burrowing")
        if counts("climbing") and not attacker.has("climbing"):
            found.add("climbing")
        if counts("defensive herding") and not attacker.population > prey.population:
            found.add("defensive herding")
        if counts("mud wallowing"):
            found.add("mud wallowing")
        row = owner.species
        place = row.index(prey)
        neighbours = row[max(0, place - 1) : place] + row[place + 1 : place + 2]
        if counts("symbiosis") and place + 1 < len(row) and row[place + 1].body > prey.body:
            found.add("symbiosis")
        if any(n.has("warning call") for n in neighbours) and "warning call" not in ignored:
            if not attacker.has("ambush"):
                found.add("warning call")
        return found

    def cheapest(self, player, attacker, owner, prey, may_think, ignored=frozenset(), ambush=True):
        """The fewest cards with which an attack can be made, by trying every way; None if none."""
        if attacker is prey:
            return None
        best = None
        free = [None]
        if ambush and attacker.has("ambush") and prey.has("migratory"):
            free += [trait for trait in AMBUSH_MAY_IGNORE if prey.has(trait)]
        namable = []
        if may_think and attacker.has("intelligence"):
            namable = sorted((AMBUSH_MAY_IGNORE - {"mud wallowing"}) | {"warning call"})
            namable = [t for t in namable if t == "warning call" or prey.has(t)]
        for gift in free:
            for number in range(len(namable) + 1):
                if best is not None and number >= best:
                    break
                for bought in itertools.combinations(namable, number):
                    away = set(ignored) | {gift} | set(bought)
                    left = self.obstacles(attacker, owner, prey, away)
                    if left is not None and left <= {"mud wallowing"}:
                        cards = number + len(left)
                        best = cards if best is None else min(best, cards)
        return best

    def can_attack(self, player, attacker, owner, prey, may_think):
        cards = self.cheapest(player, attacker, owner, prey, may_think)
        return cards is not None and cards <= len(player.hand)

    def targets(self, player, attacker, may_think=True):
        return [(owner, prey) for owner in self.players for prey in owner.species
                if self.can_attack(player, attacker, owner, prey, may_think)]  # fmt: skip

    def hunt(self, player, attacker, is_night):
        may_think = not is_night or self.options.intelligence_in_nocturnal
        found = self.targets(player, attacker, may_think)
        self.phase = "target seat"
        steps = {(owner.seat - player.seat) % self.count for owner, _ in found}
        said = yield [player.seat], {f"target n{k}" for k in steps}
        owner = self.players[(player.seat + int(said[8:])) % self.count]
        self.phase = "target"
        slots = {owner.species.index(prey) for other, prey in found if other is owner}
        said = yield [player.seat], {f"species s{slot}" for slot in slots}
        prey = owner.species[int(said[9:])]
        ignored = yield from self.overcome(player, attacker, owner, prey, may_think)
        yield from self.strike(player, attacker, owner, prey, ignored, is_night)

    def overcome(self, player, attacker, owner, prey, may_think):
        """What the attack ignores; cards are paid on the way."""
        ignored = set()

        def rest(more=()):
            cards = self.cheapest(
                player, attacker, owner, prey, may_think, ignored | set(more), ambush=False
            )
            return 99 if cards is None else cards

        way = self.obstacles(attacker, owner, prey, ignored)
        if way and attacker.has("ambush") and prey.has("migratory"):
            self.phase = "ignore"
            words = {f"name {t}" for t in way if rest([t]) <= len(player.hand)}
            if rest() <= len(player.hand):
                words.add("done")
            said = yield [player.seat], words
            if said != "done":
                ignored.add(said[5:])
        while may_think and attacker.has("intelligence"):
            way = self.obstacles(attacker, owner, prey, ignored)
            names = way - {"mud wallowing"}
            if prey.has("horns") and "horns" not in ignored:
                names = names | {"horns"}
            words = {f"name {t}" for t in names if rest([t]) <= len(player.hand) - 1}
            if not words:
                break
            if not way - {"mud wallowing"}:
                words.add("done")
            self.phase = "name"
            said = yield [player.seat], words
            if said == "done":
                break
            self.phase = "pay named"
            card = yield [player.seat], self.card_words(player)
            self.spend(player, card)
            self.discards.append(card[5:])
            ignored.add(said[5:])
        if "mud wallowing" in self.obstacles(attacker, owner, prey, ignored):
            self.phase = "pay mud"
            card = yield [player.seat], self.card_words(player)
            self.spend(player, card)
            self.discards.append(card[5:])
        return ignored

    def strike(self, player, attacker, owner, prey, ignored, is_night):
        meat = prey.body
        attacker.used_night = attacker.used_night or is_night
        if prey.has("horns") and "horns" not in ignored:
            self.shrink(player, attacker, 1)
            if attacker.population == 0:
                self.extinct(player, attacker)
        self.shrink(owner, prey, 1)
        if prey.population == 0:
            self.extinct(owner, prey)
        if attacker.population:
            yield from self.take(player, attacker, meat, "meat", "bank")
        for other in self.around(player.seat):
            for species in list(other.species):
                if species.has("scavenger"):
                    yield from self.offered(other, species, "meat", "bank")

    # the end of a round

    def migrate(self):
        if self.hole:
            return
        for player, species in self.all_species():
            if species.has("migratory") and not species.has("carnivore"):
                yield from self.take(player, species, 2, "plant", "bank", may_store=False)

    def end_round(self):
        def starving(species):
            return max(0, species.unfed - (2 if species.has("hibernation") else 0))

        self.strike_all(starving)
        for player, species in self.all_species():
            self.bag(player, species.food)
            species.food = 0
        if self.volcano:
            self.zone, self.volcano = ZONES.index(self.volcano), None
        if self.final != "this round":
            self.first = (self.first + 1) % self.count
            return False
        standings = []
        for player in self.players:
            for species in player.species:
                self.bag(player, species.fat)
                species.fat = 0
            population = sum(s.population for s in player.species)
            traits = sum(len(s.cards) for s in player.species)
            self.gain(player, population + traits)
            standings.append((player.bag + population + traits, traits, population))
        if self.options.reward == "win":
            best = [p for p in self.players if standings[p.seat] == max(standings)]
            for player in best:
                self.pay(player, 1 / len(best))
        self.over = "ended"
        return True

    # what there is to compare

    @staticmethod
    def told_species(player):
        return [species.told() for species in player.species]

    def document(self):
        players = []
        for p in self.players:
            out = {
                "species": self.told_species(p), "hand": sorted(p.hand), "bag": p.bag,
                "food_card": p.food_card, "picked": p.picked, "named": p.named,
                "spent": sorted(p.laid_off), "spent_fat": p.hidden_bag,
            }  # fmt: skip
            if p.seat in self.told_others:
                out["shown"] = self.told_others[p.seat]
            players.append(out)
        returned = getattr(self, "returned", [])
        return {
            "players": players, "round": self.round, "first": self.first,
            "zone": ZONES[self.zone], "hole": self.hole, "burnt": self.burnt,
            "deck": self.deck + returned, "aside": self.aside,
            "discards": sorted(self.discards), "events": self.events, "thaw": self.thaw,
            "volcano": self.volcano, "meteorites": self.meteorites, "final": self.final,
            "over": self.over, "rng": self.chance.state,
            "scores": [round(points, 9) for points in self.scores], "offer": self.offer,
            "phase": None if self.over else self.phase,
        }  # fmt: skip
