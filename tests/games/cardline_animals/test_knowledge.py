"""What players know, and what is re-dealt: CA-06, CA-41 to CA-46, CA-49."""

import math

import numpy as np
import pytest
from cardline_animals.scenes import (
    BEE,
    BOWHEAD,
    FLY,
    FOX,
    GIRAFFE,
    MOUSE,
    SPIDER,
    TIGER,
    WHALE,
    hand,
    play,
    scene,
    setup,
)
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.position import Position
from phylarium.envs.games.cardline_animals.cards import FAMILIES, SHIPPED, held_out_cards

MODES = ("noisy_prior", "identity", "features", "held_out", "shuffled_world")


def section(position, seat, name, encoder="vector"):
    """One section of an observation."""
    where = position.setup.layout(encoder).slices[name]
    return position.observe(seat, encoder)[where]


def in_play(knowledge, ply=7, players=3, seed=3, **options):
    """A position after some greedy turns, with noise."""
    made = setup(players, knowledge=knowledge, noise=0.4, **options)
    position = Position.deal(made, seed)
    for k in range(ply):
        position.step(position.choice_of("greedy", k))
    return position


def test_noisy_prior_shows_estimates_and_not_the_animal():
    """CA-41, CA-42"""
    position = in_play("noisy_prior")
    seen = section(position, 0, "hand").reshape(4, 2)
    for slot in range(4):
        held = position.row.hands[0, slot] >= 0
        assert seen[slot, 0] == held
        if held:
            low, high = SHIPPED.levels[0].min(), SHIPPED.levels[0].max()
            value = (position.row.estimates[0, 0, slot] - low) / (high - low)
            assert seen[slot, 1] == pytest.approx(0.5 + value / 2, abs=1e-6)
    own = position.text(0).splitlines()[2]
    assert own.startswith("You: card")
    assert "by your estimate" in own
    names = [a.common_name for card in list(position.row.hands[0])[:4] if card >= 0
             for a in [SHIPPED.animals[card]]]  # fmt: skip
    assert not any(name in own for name in names)


@pytest.mark.parametrize("knowledge", ["identity", "shuffled_world"])
def test_identity_shows_the_animal_and_no_value(knowledge):
    """CA-41, CA-06"""
    position = in_play(knowledge)
    seen = section(position, 1, "hand").reshape(4, 111)
    for slot in range(4):
        card = position.row.hands[1, slot]
        assert (
            (seen[slot].sum() == 2 and seen[slot, 1 + card] == 1)
            if card >= 0
            else (not seen[slot].any())
        )
    others = section(position, 1, "other_hands").reshape(2, 110)
    held = {card for card in list(position.row.hands[2])[:4] if card >= 0}
    assert set(np.flatnonzero(others[0]).tolist()) == held


def test_features_shows_the_family_alone():
    """CA-41"""
    position = in_play("features")
    seen = section(position, 0, "hand").reshape(4, 11)
    for slot in range(4):
        card = position.row.hands[0, slot]
        expected = [card >= 0, *(card >= 0 and SHIPPED.animals[card].family == f
                                 for f in range(10))]  # fmt: skip
        assert seen[slot].tolist() == expected
    assert FAMILIES[SHIPPED.animals[position.row.hands[1, 0]].family] in position.text(0)


def test_the_picture_may_give_away_the_family():
    """CA-41"""
    position = in_play("noisy_prior", artwork_hint=True)
    assert section(position, 0, "hand").shape == (4 * 12,)
    assert "of the " in position.text(0).splitlines()[2]


def test_estimates_are_true_up_to_noise_of_the_wanted_size():
    """CA-42"""
    for characteristic, factor in (("size", 1.0), ("weight", 1.75), ("lifespan", 1.5)):
        made = setup(2, hand_size=12, noise=[0.2, 0.0], characteristic=characteristic)
        errors, exact = [], []
        for seed in range(200 if IS_COMPILED else 40):
            row = Position.deal(made, seed).row
            for slot in range(12):
                level = row.level[row.hands[0, slot]]
                errors.append(row.estimates[0, 0, slot] - level)
                exact.append(row.estimates[1, 0, slot] - level)
        assert not any(exact)
        assert np.std(errors) == pytest.approx(200 * factor, rel=0.1)
        assert abs(np.mean(errors)) < 5 * 200 * factor / math.sqrt(len(errors))


def test_an_estimate_is_kept_while_the_card_is_held_and_new_with_a_new_card():
    """CA-42"""
    made = setup(2, noise=0.3)
    position = Position.deal(made, 8)
    before = position.row.estimates[:].copy()
    gap = "card 1 gap 0"
    number = position.row.hands[0, 1]
    is_small = position.row.rank[number] <= position.row.rank[position.row.line[0]]
    position.step("card 1 gap 1" if is_small else gap)
    after = position.row.estimates[:]
    assert hand(position, 0)[1] is not None
    assert after[0, 0, 1] != before[0, 0, 1]
    for slot in (0, 2, 3):
        assert (after[:, 0, slot] == before[:, 0, slot]).all()


def test_players_have_estimates_of_their_own():
    """CA-42"""
    row = Position.deal(setup(3, noise=0.3), 1).row
    assert len({row.estimates[knower, 0, 0] for knower in range(3)}) > 1


def test_revealed_cards_show_all_their_values_to_all():
    """CA-44, CA-15"""
    position = scene(line=FOX, hands=[f"{BEE} {MOUSE}", f"{TIGER} {WHALE}"])
    play(position, "card 0 gap 1")
    number = SHIPPED.number_of
    seen = section(position, 1, "revealed").reshape(110, 3)
    assert set(np.flatnonzero(seen.any(axis=1)).tolist()) == {number[FOX], number[BEE]}
    for c in range(3):
        low, high = SHIPPED.levels[c].min(), SHIPPED.levels[c].max()
        for word, sign in ((FOX, 1), (BEE, -1)):
            value = (SHIPPED.levels[c][number[word]] - low) / (high - low)
            assert seen[number[word], c] == pytest.approx(sign * (0.5 + value / 2), abs=1e-6)
    assert section(position, 1, "last")[:2].tolist() == [1, 0]
    assert section(position, 1, "last")[3:].tolist() == [0, 1]
    assert "In the box: Western honey bee (worker) 1.3 cm (body length) [insects" in position.text(
        1
    )
    assert "player_0 placed Western honey bee (worker) wrongly." in position.text(1)


def test_a_card_that_reshuffle_returns_to_the_deck_is_hidden_again():
    """CA-44, CA-33"""
    position = scene(
        options={"deck_exhaustion": "reshuffle"},
        line=FOX,
        hands=[f"{BEE} {MOUSE}", TIGER],
        rest="box",
    )
    assert (section(position, 0, "revealed") != 0).sum() == 3 * 107
    play(position, "card 0 gap 1")
    assert (section(position, 0, "revealed") != 0).sum() == 3


def test_held_out_animals_are_a_share_of_each_family():
    """CA-45"""
    held = held_out_cards(SHIPPED, 30, 0)
    assert len(held) == 30
    for family in range(10):
        members = [c for c, a in enumerate(SHIPPED.animals) if a.family == family]
        share = len(members) * 30 / 110
        assert abs(sum(c in held for c in members) - share) < 1
    assert held != held_out_cards(SHIPPED, 30, 1)
    assert held == held_out_cards(SHIPPED, 30, 0)


@pytest.mark.parametrize(("side", "count"), [("train", 80), ("test", 30), ("mixed", 110)])
def test_cards_are_dealt_from_one_side_of_the_split(side, count):
    """CA-45"""
    made = setup(2, knowledge="held_out", deal_from=side)
    held, seen = held_out_cards(SHIPPED, 30, 0), set()
    for seed in range(30):
        row = Position.deal(made, seed).row
        cards = {*list(row.deck)[: row.deck_size], row.line[0]}
        cards |= {c for h in row.hands for c in h if c >= 0}
        assert len(cards) == count
        seen |= cards
    assert made.max_plies == count - 1
    wanted = {"train": set(range(110)) - held, "test": held, "mixed": set(range(110))}[side]
    assert seen == wanted


def test_placements_of_held_out_animals_are_counted():
    """CA-45"""
    position = in_play("held_out", deal_from="mixed", ply=9)
    assert sum(position.row.placements) == 9
    assert 0 <= sum(position.row.held_placements) <= 9
    position = in_play("held_out", deal_from="test", ply=9)
    assert list(position.row.placements) == list(position.row.held_placements)
    assert list(position.row.right) == list(position.row.held_right)


def test_a_shuffled_world_shifts_families_and_cards_by_factors_of_their_own():
    """CA-46"""
    made = setup(2, knowledge="shuffled_world", family_shift=0.5, card_shift=0.1)
    shifts = []
    for seed in range(60):
        row = Position.deal(made, seed).row
        shifts.append(np.array([row.level[c] - row.all_levels[0, c] for c in range(110)]))
        levels = [row.level[c] for c in range(110)]
        order = sorted(set(levels))
        assert [row.rank[c] for c in range(110)] == [order.index(level) for level in levels]
    shifts = np.array(shifts, float)
    members = [c for c, a in enumerate(SHIPPED.animals) if FAMILIES[a.family] == "mammals"]
    common = shifts[:, members].mean(axis=1)
    assert np.std(common) == pytest.approx(500, rel=0.35)
    own = shifts[:, members] - common[:, None]
    assert np.std(own) == pytest.approx(100, rel=0.15)


def test_other_modes_play_with_the_values_as_printed():
    """CA-46, CA-04"""
    for knowledge in MODES[:4]:
        row = Position.deal(setup(2, knowledge=knowledge), 1).row
        assert list(row.level)[:110] == SHIPPED.levels[0].tolist()


@pytest.mark.parametrize("knowledge", MODES)
@pytest.mark.parametrize("hint", [False, True])
def test_a_seat_cannot_tell_a_re_deal_of_what_it_does_not_know(knowledge, hint):
    """CA-49"""
    options = {"artwork_hint": True} if hint and knowledge not in ("features", "held_out") else {}
    for ply in (0, 5, 9):
        position = in_play(knowledge, ply, **options)
        for seat in range(3):
            other = position.copy()
            other.determinize(seat, 77 + seat)
            for encoder in ("vector", "hints"):
                seen, again = position.observe(seat, encoder), other.observe(seat, encoder)
                assert seen.tobytes() == again.tobytes()
            assert position.text(seat) == other.text(seat)
            assert position.text(-1) == other.text(-1)
            assert (position.mask() == other.mask()).all()
            assert position.to_dict()["deck"] != other.to_dict()["deck"]
            own = position.row.estimates[seat]
            assert (own == other.row.estimates[seat]).all()
            conserved = position.setup.game.conserved
            assert conserved(other.row, other.setup) == conserved(position.row, position.setup)


def test_what_is_re_dealt_follows_the_mode():
    """CA-49, CA-41"""
    for knowledge in MODES:
        position = in_play(knowledge)
        other = position.copy()
        other.determinize(0, 5)
        hands, again = position.to_dict()["hands"], other.to_dict()["hands"]
        is_shown = knowledge in ("identity", "held_out", "shuffled_world")
        assert (hands == again) == is_shown
        levels = list(position.row.level) == list(other.row.level)
        assert levels == (knowledge != "shuffled_world")
        if knowledge == "features":
            family = {word: a.family for word, a in zip(SHIPPED.words, SHIPPED.animals,
                                                         strict=True)}  # fmt: skip
            for one, two in zip(hands, again, strict=True):
                assert [w and family[w] for w in one] == [w and family[w] for w in two]


def test_animals_are_re_dealt_in_proportion_to_how_well_they_fit_the_estimates():
    """CA-49: two hidden cards, one estimate between them: 0.8 cm, with 0.4 decades of noise."""
    position = scene(
        options={"noise": 0.1, "hand_size": 4},
        line=FOX,
        hands=[FLY, WHALE],
        estimates=[[[-2.1], [1.4]], [[-2.1], [1.4]]],
    )
    counts = {}
    for seed in range(400 if IS_COMPILED else 150):
        other = position.copy()
        other.determinize(0, seed)
        word = hand(other, 0)[0]
        counts[word] = counts.get(word, 0) + 1
    total = sum(counts.values())
    hidden = [word for word in SHIPPED.words if word != FOX]
    levels = dict(zip(SHIPPED.words, SHIPPED.levels[0].tolist(), strict=True))
    weights = {w: math.exp(-((levels[w] + 2100) ** 2) / 2 / 100**2) for w in hidden}
    scale = sum(weights.values())
    assert set(counts) <= {w for w in hidden if weights[w] > 1e-6 * scale}
    for word, weight in weights.items():
        share = weight / scale
        spread = math.sqrt(share * (1 - share) / total)
        assert abs(counts.get(word, 0) / total - share) < 4.5 * spread + 0.004


def test_a_shuffled_world_is_drawn_anew_in_the_light_of_what_was_revealed():
    """CA-46, CA-49: revealed mammals ten times their printed size shift the others too."""
    world = SHIPPED.levels[0].astype(float) / 1000
    mammals = [c for c, a in enumerate(SHIPPED.animals) if FAMILIES[a.family] == "mammals"]
    world[mammals] += 1.0
    position = scene(
        options={"knowledge": "shuffled_world", "noise": 3.0, "card_shift": 0.1},
        line=f"{MOUSE} {FOX} {TIGER} {GIRAFFE}",
        hands=[f"{BEE} lion", f"{WHALE} {SPIDER}"],
        deck=BOWHEAD,
        world=[float(level) for level in world.round(3)],
    )
    shifts = []
    for seed in range(40):
        other = position.copy()
        other.determinize(0, seed)
        for card in range(110):
            is_revealed = SHIPPED.words[card] in (MOUSE, FOX, TIGER, GIRAFFE)
            if is_revealed:
                assert other.row.level[card] == position.row.level[card]
            elif card in mammals:
                shifts.append(other.row.level[card] - SHIPPED.levels[0][card])
    assert np.mean(shifts) == pytest.approx(990, abs=60)
    assert np.std(shifts) == pytest.approx(math.hypot(100, 50), rel=0.25)


def test_true_values_are_only_in_the_encoder_asked_for_by_name():
    """CA-49"""
    made = setup(2)
    assert made.game.encoder("full").privileged
    assert not made.game.encoder("vector").privileged
    position = scene(line=FOX, hands=[f"{BEE} {MOUSE}", f"{TIGER} {WHALE}"])
    low, high = SHIPPED.levels[0].min(), SHIPPED.levels[0].max()
    level = SHIPPED.levels[0][SHIPPED.number_of[TIGER]]
    seen = section(position, 0, "true_values", "full")
    assert seen[4] == pytest.approx(0.5 + (level - low) / (high - low) / 2, abs=1e-6)
