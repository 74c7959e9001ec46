"""What the encoders write, and that re-dealing the unknown changes nothing that a seat is told."""

import numpy as np
import pytest
from evolution_climate.scenes import environment, feeding, hand, playing, say, scene, setup, sp
from evolution_climate.test_against_naive import VARIANTS, rich_position
from phylarium.envs.core.position import Position
from phylarium.envs.games.evolution_climate.cards import FACE_NAMED, TRAITS


def played(made, seed, plies, is_rich=False):
    """A game some plies on, greedy and wild choices mixed."""
    position = rich_position(made, seed) if is_rich else Position.deal(made, seed)
    for ply in range(plies):
        if position.is_over:
            break
        player = "random" if ply % 3 else "greedy"
        position.step(position.choice_of(player, 1000 * seed + ply))
    return position


def section(position, name, seat=0, encoder="vector"):
    layout = position.setup.layout(encoder)
    return position.observe(seat, encoder)[layout.slices[name]]


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_sections_tile_the_vector_and_values_stay_in_their_ranges(players, options):
    """CM-97"""
    made = setup(players, **options)
    for plies in (0, 5, 30, 90, 400):
        for is_rich in (False, True):
            position = played(made, 5, plies, is_rich)
            for encoder in ("vector", "hints", "full"):
                layout = made.layout(encoder)
                for seat in range(players):
                    seen = position.observe(seat, encoder)
                    assert (seen >= layout.low).all()
                    assert (seen <= layout.high).all()


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_re_dealing_the_unknown_changes_nothing_that_a_seat_is_told(players, options):
    """CM-97"""
    made = setup(players, **options)
    for seed in range(2):
        for plies in (0, 1, 4, 9, 17, 40, 80):
            position = played(made, seed, plies, is_rich=seed == 1)
            conserved = made.game.conserved(position.row, made)
            for seat in range(players):
                other = position.copy()
                other.determinize(seat, 99 + plies)
                for encoder in ("vector", "hints"):
                    seen = position.observe(seat, encoder)
                    assert other.observe(seat, encoder).tobytes() == seen.tobytes()
                assert other.text(seat) == position.text(seat)
                assert made.game.conserved(other.row, made) == conserved
                assert Position.from_dict(made, other.to_dict()).tobytes() == other.tobytes()
                if position.to_move == seat:
                    assert (other.mask() == position.mask()).all()


def test_re_dealing_does_re_deal():
    """CM-97: hands, face-down traits, Food Cards, decks and events of others' sight."""
    position = scene(
        [sp("1/1", face_down=["horns"])], [sp()], phase="play", to_move=1, turns_taken=1,
        hands=[["long neck", "fertile"], ["climbing"]], food_cards=["foraging +6", "foraging +7"],
    )  # fmt: skip
    news = [position.copy() for _ in range(20)]
    for seed, new in enumerate(news):
        new.determinize(1, seed)
    documents = [new.to_dict() for new in news]
    assert {tuple(d["players"][1]["hand"]) for d in documents} == {("climbing +5",)}
    assert {d["players"][1]["food_card"] for d in documents} == {"foraging +7"}
    assert len({tuple(d["players"][0]["hand"]) for d in documents}) > 10
    assert len({d["players"][0]["food_card"] for d in documents}) > 5
    assert len({d["players"][0]["species"][0]["face_down"][0] for d in documents}) > 5
    assert len({tuple(d["events"]["cold"]) for d in documents}) > 10
    assert len({tuple(d["deck"]) for d in documents}) == 20
    assert len({d["events"]["cold"][0] for d in documents}) == 1


def test_a_seat_keeps_the_cards_it_is_putting_under_the_deck():
    """CM-97, CM-21"""
    position = playing([sp()], [sp()], hands=[["horns", "fertile"], ["climbing"]])
    say(position, "done", "card horns +5")
    assert section(position, "returned")[TRAITS.index("horns")] == 0.25
    assert section(position, "returned", seat=1).sum() == 0
    assert "You have put under the deck: horns +5" in position.text(0)
    other = position.copy()
    other.determinize(0, 5)
    assert other.to_dict()["deck"][-1] == "horns +5"
    last = set()
    for seed in range(10):
        other = position.copy()
        other.determinize(1, seed)
        last.add(other.to_dict()["deck"][-1])
    assert len(last) > 5


def test_the_own_seat_comes_first_and_others_in_turn_order():
    """CM-97"""
    position = feeding([sp("1/1")], [sp("2/1")], [sp("3/1")], hole=3)
    size = len(section(position, "species")) // 3
    for seat in range(3):
        seen = section(position, "species", seat)
        got = [round(float(seen[k * size]) * 6) for k in range(3)]
        assert got == [(seat + k) % 3 + 1 for k in range(3)]


def test_the_vector_says_what_lies_on_the_table():
    """CM-97, CM-77: species, hand, discards, hole, events, the attack being chosen."""
    position = feeding(
        [sp("3/6", "carnivore", "intelligence")], [sp("2/4", "climbing", food=1)], hole=6,
        hands=[["horns", "fertile"], []], discards=["symbiosis +1"], bags=[16, 0],
    )  # fmt: skip
    species = section(position, "species")
    assert species[:5] == pytest.approx([3 / 6, 1, 0, 0, 0])
    assert species[5 + TRAITS.index("carnivore")] == 1
    assert section(position, "hand")[FACE_NAMED["horns +5"]] == 0.5
    assert section(position, "hand", seat=1).sum() == 0
    assert section(position, "discards")[FACE_NAMED["symbiosis +1"]] == 0.5
    assert section(position, "table")[0] == pytest.approx(0.1)
    assert section(position, "players")[:2] == pytest.approx([2 / 40, 0.1])
    assert section(position, "events").sum() == 2
    say(position, "species s0", "target n1", "species s0", "name climbing")
    assert section(position, "named")[TRAITS.index("climbing")] == 1
    attack = section(position, "attack", seat=1)
    assert attack[0] == attack[16] == attack[32] == 1
    say(position, "card horns +5")
    assert herd_is_bitten(position)


def herd_is_bitten(position):
    return position.row.species[1, 0].population == 1


def test_a_picked_card_is_seen_by_its_owner_alone():
    """CM-97, CM-96"""
    position = playing([sp()], [sp()], hands=[["horns"], ["climbing"]])
    before = position.observe(1)
    say(position, "card horns +5")
    assert section(position, "picked")[TRAITS.index("horns")] == 1
    assert section(position, "picked", seat=1).sum() == 0
    assert position.observe(1).tobytes() == before.tobytes()
    assert "horns" in position.text(0)
    assert "horns" not in position.text(1)


def test_the_full_encoder_shows_what_is_hidden():
    """CM-97"""
    position = playing([sp()], [sp("1/1", face_down=["horns"])], hands=[["fertile"], ["climbing"]])
    full = section(position, "all_hands", encoder="full")
    assert full[150 + FACE_NAMED["climbing +5"]] == 0.5
    assert (
        section(position, "species").sum() < section(position, "all_species", encoder="full").sum()
    )
    deck = section(position, "deck_order", encoder="full")
    assert deck.max() == 1


def test_hints_are_given_to_the_seat_that_chooses():
    """CM-97: the best legal choice is the scripted player's."""
    position = Position.deal(setup(3), 4)
    for ply in range(250):
        if position.is_over:
            break
        layout = position.setup.layout("hints")
        seen = position.observe(position.to_move, "hints")
        worth = seen[layout.slices["worth_of_done"].start :]
        assert len(worth) == position.setup.num_actions
        if ply % 7 == 0:
            chosen = position.choice_of("greedy", ply)
            legal = np.flatnonzero(position.mask())
            assert worth[chosen] == worth[legal].max() == 1
            assert not worth[position.mask() == 0].any()
        idle = next(s for s in range(3) if not position.row.deciding >> s & 1 or s == 2)
        if not position.row.deciding >> idle & 1:
            assert not position.observe(idle, "hints")[layout.slices["worth_of_done"].start :].any()
        position.step(position.choice_of("random", ply))


def test_the_text_reads_as_a_player_would_tell_the_table():
    """CM-97"""
    position = environment([sp("2/3", "horns")], [sp("1/1", "fat tissue", fat=1)], hole=2)
    told = say(position, "done").text(0)
    for words in ("round 2", "you are player_0", "Climate: temperate. Watering Hole: 5 food",
                  "s0 population 2, body 3, food 0; horns", "Discards: climbing +1, climbing +2",
                  "player_1: 0 cards in hand", "Say `species ...`"):  # fmt: skip
        assert words in told, told
    assert hand(position, 0) == []
