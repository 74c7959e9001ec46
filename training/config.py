"""The training config: its sections and limits, and how a YAML file becomes one.

Keys of `ppo` carry Stable-Baselines3's own argument names. Everything is checked before anything
starts: an unknown key, a wrong type or a value out of range is a `ConfigError` with file, line, key
and what is allowed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from phylarium.envs import registry
from phylarium.envs.core.errors import PhylariumError, nearest
from phylarium.envs.core.game import Setup
from pydantic import BaseModel, Discriminator, Field, Tag

from .shipped import config_bytes
from .strict_model import Section, validated
from .strict_yaml import ConfigError, Document, override, read_document

SELF = "self"
"""The opponent that is the learner's own newest snapshot."""

LEAGUE = "league"
"""The opponent that is drawn for every game from the learner's snapshots and the anchors."""


class Linear(Section):
    """A rate that goes in a straight line from the first to the second number over the whole
    training.
    """

    linear: Annotated[list[Annotated[float, Field(ge=0.0)]], Field(min_length=2, max_length=2)]


class NetArch(Section):
    """Hidden layers of the policy and of the value network."""

    pi: list[Annotated[int, Field(ge=1, le=65536)]]
    vf: list[Annotated[int, Field(ge=1, le=65536)]]


def _form(value: Any) -> str:
    return "mapping" if isinstance(value, dict | BaseModel) else "plain"


Positive = Annotated[float, Field(gt=0.0)]
Fraction = Annotated[float, Field(ge=0.0, le=1.0)]
Rate = Annotated[
    Annotated[Positive, Tag("plain")] | Annotated[Linear, Tag("mapping")], Discriminator(_form)
]
Layers = Annotated[list[Annotated[int, Field(ge=1, le=65536)]], Tag("plain")]


class PolicyKwargs(Section):
    """The networks: `net_arch` as a list (both alike) or `{pi: [...], vf: [...]}`.

    `align`, not SB3's: `{section: range}` names observation sections with one number for each
    action of a range, which are added to those actions' logits (see `networks`). `align_gain`: what
    they are multiplied by at first; training goes on from there.
    """

    net_arch: Annotated[Layers | Annotated[NetArch, Tag("mapping")], Discriminator(_form)] = [
        64,
        64,
    ]
    activation_fn: Literal["tanh", "relu"] = "tanh"
    ortho_init: bool = True
    align: dict[str, str] = Field(default_factory=dict)
    align_gain: float = 0.0


class GameSection(Section):
    """Which game is learned, and against whom.

    `opponents` is one name for all other seats or a list in turn order after the learner; `self` is
    the learner's own newest snapshot, `league` one drawn for every game (see `league`). `seat`
    null: drawn every game.
    """

    id: str
    num_players: int | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    encoder: str | None = None
    opponents: str | list[str] = "random"
    seat: Annotated[int, Field(ge=0)] | None = None
    skip_forced: bool = False


class PPOSection(Section):
    """MaskablePPO's arguments, by SB3's names."""

    n_steps: Annotated[int, Field(ge=1)] = 128
    batch_size: Annotated[int, Field(ge=2)] = 1024
    n_epochs: Annotated[int, Field(ge=1)] = 4
    learning_rate: Rate = 3e-4
    gamma: Fraction = 1.0
    gae_lambda: Fraction = 0.95
    clip_range: Rate = 0.2
    clip_range_vf: Positive | None = None
    normalize_advantage: bool = True
    ent_coef: Annotated[float, Field(ge=0.0)] = 0.0
    vf_coef: Annotated[float, Field(ge=0.0)] = 0.5
    max_grad_norm: Positive = 0.5
    target_kl: Positive | None = None
    policy_kwargs: PolicyKwargs = PolicyKwargs()


class LeagueSection(Section):
    """The pool that `self` and `league` opponents come from.

    every           steps between two snapshots of the learner
    most_snapshots  the oldest one leaves beyond so many
    anchors         opponents that never leave; any names but `self` and `league`
    anchor_share    the chance that a seat is an anchor's, where it is drawn
    sampling        how anchors, and how snapshots, share their chance: uniform; the latest snapshot
                    alone; prioritised by the square of the learner's loss rate
    mode            how snapshots choose: sample, or take the best action
    """

    every: Annotated[int, Field(ge=1)] = 50_000
    most_snapshots: Annotated[int, Field(ge=1, le=64)] = 10
    anchors: list[str] = ["random"]
    anchor_share: Fraction = 0.2
    sampling: Literal["uniform", "latest", "prioritised"] = "uniform"
    mode: Literal["sample", "best"] = "sample"


class ImitationSection(Section):
    """A first stretch of the training in which a scripted player is copied: its name, how many of
    the steps it takes (0: none), and the learning rate there.
    """

    player: str = "greedy"
    steps: Annotated[int, Field(ge=0)] = 0
    learning_rate: Positive = 1e-3


class TrainSection(Section):
    """Length, size and seed of the training; what is evaluated and saved, and how often (in steps).

    `name` is what the exported policy calls itself, `eval_mode` how it chooses there and by
    default, `eval_options` what evaluation games change in the options of `game`.
    """

    total_timesteps: Annotated[int, Field(ge=1)]
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")] = "ppo"
    num_envs: Annotated[int, Field(ge=1, le=65536)] = 64
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    torch_threads: Annotated[int, Field(ge=1, le=1024)] = 1
    device: str = "cpu"
    checkpoint_every: Annotated[int, Field(ge=1)] = 100_000
    keep_checkpoints: Annotated[int, Field(ge=1)] = 2
    eval_every: Annotated[int, Field(ge=1)] = 100_000
    eval_games: Annotated[int, Field(ge=1)] = 400
    eval_opponents: Annotated[list[str], Field(min_length=1)] = ["random"]
    eval_mode: Literal["sample", "best"] = "sample"
    eval_options: dict[str, Any] = Field(default_factory=dict)


class Config(Section):
    """A whole training: `game` and `train` are needed, the rest has defaults."""

    game: GameSection
    ppo: PPOSection = PPOSection()
    train: TrainSection
    league: LeagueSection = LeagueSection()
    imitation: ImitationSection = ImitationSection()

    @property
    def has_league(self) -> bool:
        """Whether some seat is played by snapshots of the learner."""
        opponents = self.game.opponents
        named = [opponents] if isinstance(opponents, str) else opponents
        return SELF in named or LEAGUE in named

    @property
    def rollout(self) -> int:
        """Steps between two updates."""
        return self.ppo.n_steps * self.train.num_envs

    def setup(self) -> Setup:
        """The game's set-up that this config trains on."""
        game = self.game
        return registry.setup(game.id, game.num_players, game.options, game.skip_forced)

    def eval_setup(self) -> Setup:
        """The set-up of evaluation games: `train.eval_options` replace options of `game`."""
        game = self.game
        options = {**game.options, **self.train.eval_options}
        return registry.setup(game.id, game.num_players, options, game.skip_forced)

    def to_yaml(self) -> str:
        """The whole config with every default written out; it reads back as the same config."""
        return str(yaml.safe_dump(self.model_dump(mode="json"), sort_keys=False, width=100))


def load_config(name: str | Path, overrides: Sequence[str] = ()) -> Config:
    """The checked config in a file, or in `phylarium.configs` when no such file exists.

    `overrides` are `section.key=value`. Raises `ConfigError` for whatever is wrong, with every
    place it is wrong in.
    """
    document = read_document(*config_bytes(str(name)))
    for assignment in overrides:
        override(document, assignment)
    return check(document)


def check(document: Document) -> Config:
    """A document as a `Config`, with all that can be known before the start known to be right."""
    config = validated(Config, document)
    _check_game(config, document)
    _check_sizes(config, document)
    _check_alignments(config, document)
    _check_eval_options(config, document)
    _check_opponents(config, document)
    _check_imitation(config, document)
    return config


def _check_game(config: Config, document: Document) -> None:
    game = config.game

    def wrong(key: str, error: Exception | str) -> ConfigError:
        return ConfigError(f"{document.place(('game', *key.split('.')))}: game.{key}: {error}")

    try:
        found = registry.game(game.id)
    except PhylariumError as error:
        raise wrong("id", error) from None
    known = [field.name for field in dataclasses.fields(found.Options)]
    for name, value in game.options.items():
        if name not in known:
            raise wrong(f"options.{name}", nearest("option", name, known))
        try:
            found.setup(None, {name: value})
        except PhylariumError as error:
            if repr(name) in str(error):
                raise wrong(f"options.{name}", error) from None
    try:
        setup = config.setup()
    except PhylariumError as error:
        raise wrong("options" if game.options else "num_players", error) from None
    try:
        setup.layout(game.encoder)
    except PhylariumError as error:
        raise wrong("encoder", error) from None
    if game.seat is not None and game.seat >= setup.num_players:
        raise wrong(
            "seat",
            f"{game.seat} is not one of the seats 0 to {setup.num_players - 1}",
        )
    if isinstance(game.opponents, list) and len(game.opponents) != setup.num_players - 1:
        raise wrong(
            "opponents", f"{len(game.opponents)} names for the {setup.num_players - 1} other seats"
        )


def _check_sizes(config: Config, document: Document) -> None:
    if config.ppo.batch_size > config.rollout or config.rollout % config.ppo.batch_size:
        given = config.ppo.batch_size
        raise ConfigError(
            f"{document.place(('ppo', 'batch_size'))}: ppo.batch_size is {given}; it must divide "
            f"ppo.n_steps x train.num_envs = {config.rollout}; "
            f"the nearest is {_nearest_divisor(config.rollout, given)}"
        )


def _check_alignments(config: Config, document: Document) -> None:
    setup = config.setup()
    for section, name in config.ppo.policy_kwargs.align.items():
        place = document.place(("ppo", "policy_kwargs", "align", section))
        sizes = {s.name: s.size for s in setup.layout(config.game.encoder).sections}
        ranges = {n: len(r) for n, r in setup.actions.ranges.items()}
        if section not in sizes:
            raise ConfigError(f"{place}: align: {nearest('section', section, sizes)}")
        if name not in ranges:
            raise ConfigError(f"{place}: align.{section}: {nearest('range', name, ranges)}")
        if sizes[section] != ranges[name]:
            raise ConfigError(
                f"{place}: align.{section}: the section has {sizes[section]} numbers, "
                f"the range {name!r} {ranges[name]} actions"
            )


def alignments(config: Config) -> list[tuple[int, int, int]]:
    """Where each section of `align` starts, where its actions start, and how many they are."""
    setup = config.setup()
    layout = setup.layout(config.game.encoder)
    return [
        (layout.slices[section].start, actions.start, len(actions))
        for section, actions in (
            (section, setup.actions.ranges[name])
            for section, name in config.ppo.policy_kwargs.align.items()
        )
    ]


def _check_eval_options(config: Config, document: Document) -> None:
    """Evaluation games must look like those of the training."""
    place = f"{document.place(('train', 'eval_options'))}: train.eval_options"
    try:
        setup = config.eval_setup()
    except PhylariumError as error:
        raise ConfigError(f"{place}: {error}") from None
    trained, encoder = config.setup(), config.game.encoder
    if setup.layout(encoder).digest != trained.layout(encoder).digest:
        raise ConfigError(f"{place}: with these options observations have another layout")
    if setup.actions.words != trained.actions.words:
        raise ConfigError(f"{place}: with these options the action space is another")


def _check_opponents(config: Config, document: Document) -> None:
    from .agents import make_agents

    setup, named = config.setup(), config.game.opponents
    learned_from = [named] if isinstance(named, str) else named
    measured = config.train.eval_opponents
    for section, key, specs in (
        ("game", "opponents", [s for s in learned_from if s not in (SELF, LEAGUE)]),
        ("league", "anchors", config.league.anchors if LEAGUE in learned_from else []),
        ("train", "eval_opponents", measured),
    ):
        place = f"{document.place((section, key))}: {section}.{key}"
        for name in (SELF, LEAGUE):
            if name in specs:
                raise ConfigError(f"{place}: {name!r} changes all the time: name fixed opponents")
        try:
            make_agents(setup, specs)
        except PhylariumError as error:
            raise ConfigError(f"{place}: {error}") from None


def _check_imitation(config: Config, document: Document) -> None:
    known = config.setup().game.scripted_players
    if config.imitation.steps and config.imitation.player not in known:
        raise ConfigError(
            f"{document.place(('imitation', 'player'))}: imitation.player: "
            f"{nearest('scripted player', config.imitation.player, known)}"
        )


def _nearest_divisor(number: int, wanted: int) -> int:
    divisors = [d for d in range(1, int(number**0.5) + 1) if number % d == 0]
    divisors += [number // d for d in divisors]
    return min((d for d in divisors if d > 1), key=lambda d: (abs(d - wanted), d), default=1)
