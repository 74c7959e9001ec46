"""The cards against known mathematics: the geometry of AG(4, 3), as in the card game SET. CL-10,
CL-11.

Sources: triple counts are elementary; the largest set without a triple is 20 (G. Pellegrino, 1971),
and 682,344 such sets exist (D. Knuth, 2001).
"""

import itertools
from collections import Counter
from math import comb

import numpy as np
import pytest
from clades.scenes import setup
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.record import as_states, new_states
from phylarium.envs.games.clades.cards import CLADE, NUM_ANIMALS, QUALITIES, THIRD

TRIPLES = sorted(
    {tuple(sorted((a, b, int(THIRD[a, b])))) for a in range(81) for b in range(81) if a != b}
)
THREES = [card for card in range(81) if QUALITIES[card, 2] == 2]


def test_there_are_1080_triples_and_each_card_is_in_forty():
    """CL-11"""
    assert len(TRIPLES) == 1080
    assert set(Counter(card for triple in TRIPLES for card in triple).values()) == {40}


def test_there_are_351_clade_triples_and_the_others_show_all_three_clades():
    """CL-12"""
    clades = Counter(len({int(CLADE[card]) for card in triple}) for triple in TRIPLES)
    assert clades == {1: 351, 3: 729}


def test_triples_by_number_of_differing_qualities():
    """CL-10"""
    differing = Counter(
        sum(len({int(QUALITIES[card, q]) for card in triple}) == 3 for q in range(4))
        for triple in TRIPLES
    )
    assert differing == {1: 108, 2: 324, 3: 432, 4: 216}


def test_the_three_animal_cards_hold_117_triples_and_36_clade_triples():
    """CL-40"""
    inside = [t for t in TRIPLES if set(t) <= set(THREES)]
    assert len(inside) == 117
    assert sum(len({int(CLADE[card]) for card in t}) == 1 for t in inside) == 36


def triple_free_counts(cards, size):
    """How many subsets of 1 to `size` cards hold no triple, by adding cards in ascending order."""
    counts = [0] * (size + 1)

    def extend(start, chosen, forbidden):
        for i in range(start, len(cards)):
            card = cards[i]
            if forbidden >> card & 1:
                continue
            counts[len(chosen) + 1] += 1
            if len(chosen) + 1 < size:
                more = forbidden
                for other in chosen:
                    more |= 1 << int(THIRD[card, other])
                extend(i + 1, [*chosen, card], more)

    extend(0, [], 0)
    return counts[1:]


def test_triple_free_sets_of_a_few_cards_are_as_many_as_enumerated_elsewhere():
    """CL-11: 81 cards up to four."""
    assert triple_free_counts(list(range(81)), 3) == [81, 3240, 84_240]
    by_symmetry = triple_free_counts_with_first(4)
    assert 81 * by_symmetry // 4 == 1_579_500


def triple_free_counts_with_first(size):
    """Triple-free sets of that size that hold card 0; all cards are alike under the symmetries."""
    others = list(range(1, 81))
    count = 0

    def extend(start, chosen, forbidden):
        nonlocal count
        if len(chosen) == size:
            count += 1
            return
        for i in range(start, 80):
            card = others[i]
            if not forbidden >> card & 1:
                more = forbidden
                for other in chosen:
                    more |= 1 << int(THIRD[card, other])
                extend(i + 1, [*chosen, card], more)

    extend(0, [0], 0)
    return count


def test_any_ten_three_animal_cards_hold_a_triple_and_nine_need_not():
    """CL-23, CL-40: exact counts of triple-free sets in the 27-card deck, none of ten."""
    counts = triple_free_counts(THREES, 10)
    assert counts == [27, 351, 2808, 14_742, 50_544, 107_406, 126_360, 63_180, 2106, 0]


def test_twenty_cards_need_not_hold_a_triple():
    """CL-23: a largest set without a triple, found card by card from one half of it.

    In AG(4, 3) such a set is ten pairs with one centre; a random greedy search over pairs finds
    one.
    """
    rng = np.random.default_rng(1)
    best = max((greedy_pairs(rng) for _ in range(2000)), key=len)
    assert len(best) == 20
    assert not any(int(THIRD[a, b]) in best for a, b in itertools.combinations(best, 2))


def greedy_pairs(rng):
    """Add pairs of cards opposite each other around card 0, in random order, while no triple
    arises.
    """
    chosen = set()
    for card in rng.permutation(np.arange(1, 81)).tolist():
        pair = {card, int(THIRD[card, 0])}
        trial = chosen | pair
        if pair <= chosen:
            continue
        if not any(int(THIRD[a, b]) in trial for a, b in itertools.combinations(trial, 2)):
            chosen = trial
    return chosen


def test_twenty_one_cards_always_hold_a_triple():
    """CL-23: a proof by double counting, each step checked.

    Suppose 21 cards hold no triple. A direction splits the 81 cards into three parallel hyperplanes
    of 27, each with at most 9 of them (the test above; all hyperplanes are alike). Over the 40
    directions, count pairs and threes of the cards that fall into one part: each pair does so in 13
    directions, each three, being no triple, in 4. For every split 3 threes - 16 pairs + 693 is at
    least 0, and the sum over all directions is 0, so every split is one of the two where it is 0:
    (7, 7, 7) and (9, 9, 3). But no number of (9, 9, 3) among 40 gives the right count of pairs.
    """
    splits = [(p, q, 21 - p - q) for p in range(10) for q in range(p + 1) if 0 <= 21 - p - q <= q]
    slack = {s: 3 * in_parts(s, 3) - 16 * in_parts(s, 2) + 693 for s in splits}
    assert min(slack.values()) == 0
    assert 3 * 4 * comb(21, 3) - 16 * 13 * comb(21, 2) + 40 * 693 == 0
    tight = [s for s in splits if slack[s] == 0]
    assert tight == [(7, 7, 7), (9, 9, 3)]
    few, many = (in_parts(s, 2) for s in tight)
    assert all((40 - x) * few + x * many != 13 * comb(21, 2) for x in range(41))


def in_parts(split, size):
    """How many sets of so many cards lie within one part of a split."""
    return sum(comb(part, size) for part in split)


def test_the_hyperplanes_of_that_proof_are_as_it_says():
    """CL-23: 120 hyperplanes, 13 through two cards, 4 through three that are no triple."""
    planes = hyperplanes()
    assert len(planes) == 120
    assert all(len(plane) == 27 for plane in planes)
    for a, b in ((0, 1), (3, 77), (40, 41)):
        assert sum({a, b} <= plane for plane in planes) == 13
        c = next(c for c in range(81) if c not in (a, b, int(THIRD[a, b])))
        assert sum({a, b, c} <= plane for plane in planes) == 4


def hyperplanes():
    """The sets of cards on which a linear form takes one value."""
    forms = {tuple(f) for f in itertools.product(range(3), repeat=4) if any(f)}
    kept = {f for f in forms if next(x for x in f if x) == 1}
    return [
        frozenset(np.flatnonzero(QUALITIES @ np.array(form) % 3 == value).tolist())
        for form in sorted(kept)
        for value in range(3)
    ]


def tables_dealt(games, **options):
    """The shared cards of many fresh deals, as rows."""
    made = setup(2, **options)
    states = new_states(made.game.record, games)
    made.game.loops.deal_many(states, made.fresh, np.arange(games, dtype=np.uint64))
    raw = as_states(states).view(np.ndarray)
    return [raw["table"][i][: int(raw["target"][i])] for i in range(games)]


def share_without_triple(tables):
    """The share of tables that hold no triple."""
    free = 0
    for table in tables:
        on_table = np.zeros(NUM_ANIMALS, bool)
        on_table[table] = True
        thirds = THIRD[table[:, None], table[None]][np.triu_indices(len(table), 1)]
        free += not on_table[thirds].any()
    return free / len(tables)


@pytest.mark.parametrize(
    ("options", "probability"),
    [({}, 0.03230197859), ({"learning": True}, 126_360 / 888_030)],
)
def test_a_fresh_table_holds_no_triple_as_often_as_known(options, probability):
    """CL-03, CL-04: 12 of 81 cards, 7 of 27; four standard errors."""
    games = 20_000 if IS_COMPILED else 400
    error = (probability * (1 - probability) / games) ** 0.5
    assert abs(share_without_triple(tables_dealt(games, **options)) - probability) < 4 * error
