"""The zoo: toy games with one broken promise each, and the check that must notice it.

The bodies are plain functions, so the zoo lives uncompiled; `keeper` runs it in a process of its
own.
"""

import dataclasses
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import burrows
import numpy as np
from burrows import BURROWS, FIELDS, HOLD, SWAP
from goofspiel import game as goofspiel
from phylarium.envs import registry
from phylarium.envs.core.actions import ActionWords
from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.game import Encoder, Game
from phylarium.envs.core.jit import IS_COMPILED, jit
from phylarium.envs.core.layout import Layout, Section
from phylarium.envs.core.record import record_dtype
from phylarium.envs.core.rng import below, next_u64


@dataclass(frozen=True)
class Animal:
    """A broken game, the check that must fail on it, and what the failure must say."""

    check: str
    game: Game
    says: str
    players: int | None = None
    options: Any = None
    prepare: Callable[[Any, Path], Any] = lambda plan, folder: plan


ZOO: dict[str, Animal] = {}


def keep(
    name: str,
    check: str,
    says: str,
    *,
    base: Game = BURROWS,
    players: int | None = None,
    options: Any = None,
    prepare: Callable[[Any, Path], Any] | None = None,
    **bodies: Any,
) -> None:
    """Put a variant of a sound game into the zoo."""
    record = bodies.pop("record", None)
    if record is None:
        fields = [(n, *_field(base.record, n)) for n in base.record.names[:-1]]
        record = record_dtype(name, fields)
    game = dataclasses.replace(base, name=bodies.pop("named", name), record=record, **bodies)
    ZOO[name] = Animal(check, game, says, players, options, prepare or (lambda plan, folder: plan))
    globals()[name] = game  # another process finds it here


def _field(record: Any, name: str) -> tuple[Any, ...]:
    dtype = record.fields[name][0]
    return (dtype.base, dtype.shape) if dtype.shape else (dtype,)


def vector(body: Any, layout: Any = burrows.layout) -> tuple[Encoder, ...]:
    return (Encoder("vector", body, layout),)


# The engine: mask_against_engine


def mask_with_a_hole(state, mask):
    mask[HOLD] = 1
    if state.deck_size > 0:
        mask[SWAP] = 1


def mask_of_twos(state, mask):
    burrows.legal(state, mask)
    mask[HOLD] = 2


def mask_of_nothing(state, mask):
    mask[HOLD] = state.deck_size > 0
    mask[SWAP] = state.deck_size > 0


def mask_that_draws(state, mask):
    burrows.legal(state, mask)
    next_u64(state.rng)


def swap_without_deck(state, mask):
    mask[:] = 1


keep("hole", "mask_against_engine", "unwritten", legal=mask_with_a_hole, options={"cards": 6})
keep("twos", "mask_against_engine", "not only 0 and 1", legal=mask_of_twos)
keep(
    "nothing", "mask_against_engine", "no legal action", legal=mask_of_nothing, options={"cards": 6}
)
keep("drawing", "mask_against_engine", "changed the state", legal=mask_that_draws)
keep("overdrawn", "mask_against_engine", "became", legal=swap_without_deck, options={"cards": 6})

# The header


def to_move_is_dead(state, action):
    rounds = state.turn
    burrows.step(state, action)
    if rounds == 0 and state.turn == 1:
        dead = 0
        while has_bit(state.alive, dead):
            dead += 1
        state.to_move, state.deciding = dead, 1 << dead


def bonus_past_the_rewards(state, action):
    burrows.step(state, action)
    if state.terminal:
        state.returns[0] += 5.0


def dead_come_back(state, action):
    everybody = (1 << state.num_players) - 1
    somebody_was_out = state.alive != everybody
    burrows.step(state, action)
    if somebody_was_out and state.turn == 1:
        state.alive = everybody


def ends_twice(state, action):
    burrows.step(state, action)
    state.truncated = state.terminal


def all_decide(state, action):
    burrows.step(state, action)
    if state.deciding:
        state.deciding = state.alive


keep("dead_to_move", "header", "deciding", step=to_move_is_dead, max_plies=lambda setup: 50)
keep("bonus", "header", "returns went", step=bonus_past_the_rewards)
keep("revenant", "header", "came back", step=dead_come_back, max_plies=lambda setup: 50)
keep("twice_over", "header", "both terminal and truncated", step=ends_twice)
keep("crowd", "header", "not declared simultaneous", step=all_decide)

# Conservation, length, record, copies, forced choices


def swap_burns_the_card(state, action):
    before = state.discards
    burrows.step(state, action)
    if action == SWAP and not state.terminal and state.to_move != 0:
        state.discards = before


def nobody_is_out(state, action):
    state.to_move = (state.to_move + 1) % state.num_players
    state.deciding = 1 << state.to_move


def clears_the_rewards(state, action):
    state.rewards[:] = 0.0
    burrows.step(state, action)


SECRET_DECK = [0]


def draws_from_python(state, action):
    burrows.step(state, action)
    SECRET_DECK[0] += 1
    state.places[0] = SECRET_DECK[0] % 100


keep("burner", "conservation", "cards", step=swap_burns_the_card)
keep("silent", "conservation", "says nothing", conserved=lambda row, setup: {})
keep("endless", "longest_game", "goes on after max_plies", step=nobody_is_out)
keep("modest", "longest_game", "goes on after max_plies = 1", max_plies=lambda setup: 1)
keep(
    "padded",
    "record",
    "padded",
    record=np.dtype([*BURROWS.record.descr[:-1], ("is_padded", "i1")], align=True),
)
keep("nameless", "record", "'is_nameless' is due", record=record_dtype("another_name", FIELDS))
keep(
    "headless",
    "record",
    "lacks the header field 'turn'",
    record=record_dtype("headless", [field for field in FIELDS if field[0] != "turn"]),
)
keep(
    "wide",
    "record",
    "header field 'turn' is int64",
    record=record_dtype(
        "wide",
        [(name, np.int64 if name == "turn" else kind, *shape) for name, kind, *shape in FIELDS],
    ),
)
keep(
    "twin",
    "record",
    "also that of another game",
    named="burrows",
    record=BURROWS.record,
    prepare=lambda plan, folder: registry.register(BURROWS) or plan,
)
keep("outsider", "copies", "came to different ends", step=draws_from_python)
keep(
    "forgetful",
    "skip_forced",
    "hands out",
    step=clears_the_rewards,
    players=4,
    options={"cards": 6},
)

# Determinism


def deals_by_global_dice(state):
    burrows.deal(state)
    state.places[0] = random.randrange(100)


DEALS = [0]


def counts_its_deals(state):
    burrows.deal(state)
    DEALS[0] += 1
    state.places[0] = DEALS[0] % 100


LAST_SWAP = [-1]


def remembers_the_last_table(state, action):
    if state.plies == 0:
        LAST_SWAP[0] = int(state.seed) % 100
    burrows.step(state, action)
    state.places[0] = LAST_SWAP[0]


def deals_by_hash(state):
    burrows.deal(state)
    state.places[0] = hash("badger") % 100


@jit
def deals_by_mode(state):
    burrows.deal(state)
    state.places[0] = 7 if IS_COMPILED else 3


PRICE = [0]


def pays_the_price(state, action):
    burrows.step(state, action)
    state.rewards[0] += PRICE[0]


def golden_then_dearer(plan, folder):
    """The golden file is written, and then the rule changes and the version does not."""
    from phylarium.training.conformance.golden import renew

    game = ZOO["dearer"].game
    renew(game, folder, [game.setup()])
    PRICE[0] = 1
    return dataclasses.replace(plan, golden=folder)


keep("gambler", "determinism", "departs", deal=deals_by_global_dice)
keep("counter", "determinism", "departs", deal=counts_its_deals)
keep("gossip", "determinism", "departs from the same game alone", step=remembers_the_last_table)
keep("hasher", "processes", "PYTHONHASHSEED", deal=deals_by_hash)
keep("two_faced", "processes", "compiled", deal=deals_by_mode)
keep("dearer", "golden", "raise the version", step=pays_the_price, prepare=golden_then_dearer)
keep(
    "unwritten",
    "golden",
    "does not exist",
    prepare=lambda plan, folder: dataclasses.replace(plan, golden=folder / "nowhere"),
)

# Observations


def counts_without_scale(state, seat, out):
    burrows.observe(state, seat, out)
    out[2 * state.options.cards + state.num_players] = state.deck_size


def leaves_a_cell(state, seat, out):
    last = out[-1]
    burrows.observe(state, seat, out)
    out[-1] = last


def draws_while_looking(state, seat, out):
    burrows.observe(state, seat, out)
    next_u64(state.rng)


def layout_without_meaning(setup):
    first, *others = burrows.layout(setup).sections
    return Layout((Section(first.name, first.size, " "), *others))


keep("unscaled", "observation_bounds", "above the high end", encoders=vector(counts_without_scale))
keep("leaver", "observation_bounds", "left unwritten", encoders=vector(leaves_a_cell))
keep("meddler", "observation_bounds", "changed the state", encoders=vector(draws_while_looking))
keep("mute", "observation_bounds", "text", text=lambda row, seat, setup: "")
keep(
    "meaningless",
    "sections",
    "no meaning",
    encoders=vector(burrows.observe, layout_without_meaning),
)

# What a seat cannot know


def shows_the_top_card(state, seat, out):
    burrows.observe(state, seat, out)
    if state.deck_size:
        out[-1] = state.deck[state.deck_size - 1] / state.options.cards


def tells_all_hands(row, seat, setup):
    return f"{burrows.text(row, seat, setup)}\nhands {[int(card) for card in row.hands]}"


def knows_the_next_card(row, seat, setup):
    return {"next": int(row.deck[max(row.deck_size - 1, 0)])}


def mask_by_the_next_card(state, mask):
    burrows.legal(state, mask)
    if state.deck_size and state.deck[state.deck_size - 1] % 2:
        mask[SWAP] = 0


def redeals_only_chance(state, seat, rng):
    state.rng[0] = next_u64(rng)


def leaves_chance(state, seat, rng):
    chance = state.rng[0]
    burrows.determinize(state, seat, rng)
    state.rng[0] = chance


def loses_a_card(state, seat, rng):
    burrows.determinize(state, seat, rng)
    if state.deck_size:
        state.deck_size -= 1
        state.deck[state.deck_size] = 0


def redeals_into_the_own_hand(state, seat, rng):
    burrows.determinize(state, seat, rng)
    if state.hands[seat]:
        burrows.swap_with_deck(state, seat, below(rng, state.deck_size + 1))


keep("peeper", "leak", "'deck'", encoders=vector(shows_the_top_card))
keep("blabber", "leak", "text", text=tells_all_hands)
keep("prophet", "leak", "info", public_info=knows_the_next_card)
keep("tell_tale", "leak", "mask", legal=mask_by_the_next_card)
keep(
    "unmarked",
    "leak",
    "'full'",
    encoders=(
        Encoder("vector", burrows.observe, burrows.layout),
        Encoder("full", burrows.observe_full, burrows.layout_full),
    ),
)
keep("own_hand", "leak", "in with card", determinize=redeals_into_the_own_hand)
keep("lazy", "redeal", "privileged", determinize=redeals_only_chance)
keep(
    "lazy_and_plain",
    "redeal",
    "how a game goes on",
    determinize=redeals_only_chance,
    encoders=vector(burrows.observe),
)
keep("fated", "redeal", "future chance is known", determinize=leaves_chance)
keep("loser", "redeal", "cards", determinize=loses_a_card)


def shows_bids(state, seat, out):
    goofspiel.observe(state, seat, out)
    cards, players = state.options.cards, state.num_players
    for other in range(1, players):
        for card in range(cards):
            out[(2 + other) * cards + card] = has_bit(state.hands[(seat + other) % players], card)


def no_bid_twice(state, mask):
    """A card that somebody has bid this turn may not be bid again, if another is left."""
    goofspiel.legal(state, mask)
    for seat in range(state.num_players):
        if state.bids[seat] and mask.sum() > 1:
            mask[state.bids[seat] - 1] = 0


keep(
    "open_bids",
    "hidden_choices",
    "player_1 can tell",
    base=goofspiel.GAME,
    encoders=(Encoder("vector", shows_bids, goofspiel.layout),),
)
keep("shy_bids", "hidden_choices", "mask", base=goofspiel.GAME, legal=no_bid_twice)
keep("falsely_joint", "hidden_choices", "never do two seats", simultaneous=True)
keep("disjoint", "adapters_agree", "Parallel: action mask", base=goofspiel.GAME, legal=no_bid_twice)

# Scripted players


def always_swaps(state, style, rng):
    return SWAP


def peeks(state, style, rng):
    top = state.deck[state.deck_size - 1] if state.deck_size else 0
    return SWAP if top > state.hands[state.to_move] else HOLD


def uses_the_games_dice(state, style, rng):
    return HOLD if state.deck_size == 0 else below(state.rng, 2)


keep("swapper", "scripted", "not legal", scripted=always_swaps, options={"cards": 6})
keep("cheat", "scripted", "after a re-deal", scripted=peeks)
keep("dicer", "scripted", "changed the state", scripted=uses_the_games_dice)

# Words and notation


def dropping(field):
    def to_dict(row, setup):
        return {k: v for k, v in burrows.to_dict(row, setup).items() if k != field}

    return to_dict


def tolerant(document, row, setup):
    known = burrows.to_dict(row, setup)
    burrows.from_dict({name: document.get(name, known[name]) for name in known}, row, setup)


def trusting(document, row, setup):
    for name in document.keys() ^ burrows.to_dict(row, setup).keys():
        raise burrows.PositionError(name)
    for name, value in document.items():
        setattr(row, name, value)  # and so NumPy's own errors come through


def accepting(document, row, setup):
    try:
        burrows.from_dict(document, row, setup)
    except burrows.PositionError:
        if "no_such_field" in document:
            raise


class Overlapping(ActionWords):
    """Ranges that begin at the same number."""

    def __init__(self, **ranges):
        super().__init__(**ranges)
        self.ranges["again"] = range(0, 1)


keep(
    "shouting",
    "words",
    "do not read back",
    actions=lambda setup: ActionWords(choice=["Hold", "Swap"]),
)
keep("untold", "words", "tile", actions=lambda setup: Overlapping(choice=["hold", "swap"]))
keep("omitting", "notation", "'turn' was", to_dict=dropping("turn"), from_dict=tolerant)
keep("tolerant_one", "notation", "'no_such_field' is accepted", from_dict=tolerant)
keep("trusting_one", "notation", "PositionError is due", from_dict=trusting)
keep("accepting_one", "notation", "is accepted, and", from_dict=accepting)
keep(
    "not_json",
    "notation",
    "not JSON",
    to_dict=lambda row, setup: {**burrows.to_dict(row, setup), "turn": {1}},
)


# Rules


def rules_file(text):
    """RULES.md with this text, written before the check."""

    def prepare(plan, folder):
        (folder / "RULES.md").write_text(text)
        tests = folder / "tests"
        tests.mkdir(exist_ok=True)
        (tests / "test_it.py").write_text("# BU-01 BU-02\n")
        return dataclasses.replace(plan, tests=tests)

    return prepare


RULES_FOLDER = Path("rules-of-the-zoo")
keep(
    "uncited",
    "rules",
    "not cited in the code: BU-02",
    rules=RULES_FOLDER / "RULES.md",
    prepare=rules_file("| BU-01 | Hold or swap. |\n| BU-02 | Lowest is out. |\n"),
)
keep(
    "untested",
    "rules",
    "not cited in a test: BU-03",
    rules=RULES_FOLDER / "RULES.md",
    prepare=rules_file("| BU-01 | Hold or swap. |\n| BU-03 | Lowest is out. |\n"),
)
keep(
    "unentered",
    "rules",
    "cited and not entered: BU-02",
    rules=RULES_FOLDER / "RULES.md",
    prepare=rules_file("| BU-01 | Hold or swap. |\n"),
)
keep(
    "ruleless",
    "rules",
    "enters no rule",
    rules=RULES_FOLDER / "RULES.md",
    prepare=rules_file("Hold or swap; the lowest is out.\n"),
)

# Adapters and memory

HOARD: list[bytes] = []
VISITS = [0]


def hoards_text(row, seat, setup):
    HOARD.append(bytes(40_000))
    return burrows.text(row, seat, setup)


def counts_visits(row, seat, setup):
    VISITS[0] += 1
    return {"visits": VISITS[0]}


def blank(state, seat, out):
    out[:] = 0.0


keep("hoarder", "memory", "more Python memory", text=hoards_text)
keep("restless", "api", "info", public_info=counts_visits)
keep("blank_page", "api", "all zeros", encoders=vector(blank))
keep("bonus_again", "rewards_reach_their_seat", "handed player_0", step=bonus_past_the_rewards)
