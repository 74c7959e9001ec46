"""What the encoders write, and that re-dealing the unknown changes nothing that a seat is told."""

import numpy as np
import pytest
from clades.scenes import NOISE, PLAIN, hand, scene, setup, tick
from phylarium.envs.core.position import Position
from phylarium.envs.games.clades.cards import QUALITIES

VARIANTS = [
    (2, {}),
    (3, {"victory_break": True, "tie_order": "rotating", "personal_cards": [2, 1, 3]}),
    (2, {"false_call_penalty": True, "false_call_lockout": 2, "shared_limit": 13}),
    (3, {"open_hand": "switch", "open_after": 1, "silence_limit": 2, "personal_cards": [2, 3]}),
    (2, {"open_hand": "open", "open_after": 1, "vision": "looks", "looks_per_tick": 2}),
    (4, {"chain_before_refill": True, "vision": "triples", "smaller_deck": True}),
    (1, {"solitaire": "race"}),
    (6, {"learning": True, "personal_cards": [1], "tie_order": "seat"}),
]


def played(players, options, seed, plies):
    """A game some plies on, greedy and wild choices mixed."""
    position = Position.deal(setup(players, **options), seed)
    for ply in range(plies):
        if position.is_over:
            break
        legal = np.flatnonzero(position.mask())
        is_wild = (ply * 2654435761 >> 7) % 3 == 0
        position.step(
            int(legal[ply * 7919 % len(legal)]) if is_wild else position.choice_of("greedy", ply)
        )
    return position


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_sections_tile_the_vector_and_values_stay_in_their_ranges(players, options):
    for plies in (0, 7, 40, 120):
        position = played(players, options, 5, plies)
        for encoder in ("vector", "full"):
            layout = position.setup.layout(encoder)
            assert sum(s.size for s in layout.sections) == layout.size
            for seat in range(players):
                seen = position.observe(seat, encoder)
                assert (seen >= layout.low).all()
                assert (seen <= layout.high).all()


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_re_dealing_the_unknown_changes_nothing_that_a_seat_is_told(players, options):
    """CL-57"""
    for seed in range(3):
        for plies in (1, 5, 12, 31):
            position = played(players, options, seed, plies)
            conserved = position.setup.game.conserved(position.row, position.setup)
            for seat in range(players):
                other = position.copy()
                other.determinize(seat, 99 + plies)
                assert other.observe(seat).tobytes() == position.observe(seat).tobytes()
                assert other.text(seat) == position.text(seat)
                assert position.setup.game.conserved(other.row, position.setup) == conserved
                assert other.row.rng[0] != position.row.rng[0]
                if position.to_move == seat:
                    assert (other.mask() == position.mask()).all()


def test_re_dealing_does_re_deal():
    """CL-57: deck, hands of others and their choices are new."""
    position = scene(
        shared=f"{PLAIN} {NOISE}", hands=["mW2b", "sW2b"], choices=["call s0 s1", None]
    )
    news = [position.copy() for _ in range(20)]
    for seed, new in enumerate(news):
        new.determinize(1, seed)
    assert {hand(new, 1) for new in news} == {"sW2b"}
    assert len({hand(new, 0) for new in news}) > 10
    assert len({new.row.choices[0] for new in news}) > 10
    assert len({tuple(new.row.deck) for new in news}) == 20


def test_a_re_dealt_game_can_be_played_to_its_end():
    """CL-62: every call that the mask allows in new faces is true."""
    for players, options in VARIANTS:
        position = played(players, options, 2, 25)
        if position.is_over:
            continue
        position.determinize(position.to_move, 4)
        for ply in range(60):
            if position.is_over:
                break
            position.step(position.choice_of("greedy", ply))
        made = position.setup
        fresh = Position.deal(made, 1)
        assert made.game.conserved(position.row, made) == made.game.conserved(fresh.row, made)


def test_a_slot_shows_the_four_qualities_of_its_card():
    """CL-02"""
    position = scene(shared="mW1b - sL2g", hands=["aA3r", ""])
    slots = position.observe(0)[position.setup.layout().slices["slots"]].reshape(-1, 13)
    for slot, card in ((0, 0), (2, 27 + 9 + 3 + 1), (21, 80)):
        wanted = [1.0] + [float(q == t) for q in QUALITIES[card] for t in range(3)]
        assert slots[slot].tolist() == wanted
    assert not slots[1].any()


def test_own_seat_comes_first_and_others_follow_in_turn_order():
    position = scene(
        3, shared=f"{PLAIN} {NOISE}", hands=[""] * 3, piles=["mW2b", "mW2g sW2g", "mL2g sL2g aL2g"]
    )
    section = position.setup.layout().slices["piles"]
    assert np.round(position.observe(1)[section] * 83).tolist() == [2, 3, 1]


def test_bonus_cards_deck_silence_and_tick_are_told():
    position = scene(
        options={"silence_limit": 4, "max_ticks": 100},
        shared=f"{PLAIN} {NOISE}",
        hands=["", ""],
        piles=["fish", ""],
    )
    tick(position)
    seen, slices = position.observe(1), position.setup.layout().slices
    assert seen[slices["bonus"]].tolist() == [1, 0]
    assert seen[slices["deck"]][0] * 83 == pytest.approx(70)
    assert seen[slices["silence"]].tolist() == [0.25]
    assert seen[slices["tick"]][0] == pytest.approx(0.01)


def test_the_full_encoder_shows_hands_deck_and_choices():
    position = scene(
        shared=f"{PLAIN} {NOISE}", hands=["mW2b", "sW2b"], deck="aW2b", choices=["ask", None]
    )
    seen, slices = position.observe(1, "full"), position.setup.layout("full").slices
    hands = seen[slices["all_hands"]].reshape(2, 13)
    assert hands[1].tolist() == [1.0] + [float(q == t) for q in QUALITIES[3] for t in range(3)]
    deck = seen[slices["deck_order"]]
    assert deck.argmax() == 54 + 3
    assert deck.max() == 1.0
    assert seen[slices["choices"]].tolist() == [0, pytest.approx(2 / 233)]
    assert seen[: position.setup.layout().size].tobytes() == position.observe(1).tobytes()


def test_the_text_without_a_seat_tells_only_what_is_open_to_all():
    position = scene(shared=f"{PLAIN} {NOISE}", hands=["mW2b", "sW2b"])
    assert "player_0's personal cards: a closed card." in position.text()
    assert "Say" not in position.text()
