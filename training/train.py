"""The training loop: MaskablePPO on the vector environment, with evaluations, checkpoints and exact
resumption.

Between two rollouts stands a boundary: there, and nowhere else, snapshots are taken, the policy is
evaluated and the training is saved. What a checkpoint holds is `checkpoints`' care, what lies in
the run folder `run`'s. Stable-Baselines3 seeds the global generators of random, numpy and torch;
nothing else here draws from them.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from phylarium.envs.adapters.policy import SavedPolicy
from phylarium.envs.core.errors import PhylariumError
from phylarium.envs.core.game import Setup

from .checkpoints import load_newest, save
from .config import Config, Linear, alignments, check, load_config
from .evaluate import evaluate, merit
from .export import as_saved_policy, export, layer_names, metadata, policy_arrays
from .extras import need
from .league import League
from .plots import curve_png
from .run import RunError, RunFolder, session_facts
from .shipped import shipped_configs
from .strict_yaml import ConfigError, override, read_document

CHANGEABLE = (
    "total_timesteps",
    "checkpoint_every",
    "keep_checkpoints",
    "eval_every",
    "torch_threads",
)
"""Keys of `train` that `--set` may change when a run is resumed."""


class Interrupted(RunError):
    """A training that the user stopped; its run folder can be gone on with."""


def need_libraries() -> None:
    """Raise `MissingExtra` unless everything that training imports is installed."""
    for module in (
        "torch",
        "stable_baselines3",
        "sb3_contrib",
        "safetensors",
        "tensorboard",
        "matplotlib",
        "threadpoolctl",
    ):
        need(module, "train")


def start(
    config_name: str,
    overrides: Sequence[str],
    run_dir: Path | None,
    command: Sequence[str],
    tell: Callable[[str], None],
    progress: Progress | None = None,
    begun: Callable[[Training], None] = lambda training: None,
) -> RunFolder:
    """A new run from a config; nothing is created before everything is checked.

    tell      is told, a line at a time, how evaluations went
    progress  called after every environment step
    begun     called once with the training, when its model and environment stand
    """
    need_libraries()
    config = load_config(config_name, overrides)
    path = run_dir or Path("runs") / default_name(config_name, config)
    return start_checked(config, path, command, tell, progress, begun)


def start_checked(
    config: Config,
    path: Path,
    command: Sequence[str],
    tell: Callable[[str], None],
    progress: Progress | None = None,
    begun: Callable[[Training], None] = lambda training: None,
) -> RunFolder:
    """A new run from a config that is checked already; otherwise as `start`."""
    training = Training(config)
    facts = {
        "seed": config.train.seed,
        "game": training.setup.describe(),
        "status": "running",
        "steps": 0,
        "sessions": [session_facts(command)],
    }
    run = RunFolder.create(path, config.to_yaml(), facts)
    training.begin()
    begun(training)
    training.go(run, tell, progress)
    return run


def resume(
    run_path: Path,
    overrides: Sequence[str],
    command: Sequence[str],
    tell: Callable[[str], None],
    progress: Progress | None = None,
    begun: Callable[[Training], None] = lambda training: None,
) -> RunFolder:
    """Go on with a run from its newest whole checkpoint."""
    need_libraries()
    run = RunFolder.open(run_path)
    config = changed_config(run, overrides)
    facts = run.facts()
    training = Training(config)
    check_game(run, training.setup)
    run.remove_unfinished()
    run.write(run.config, config.to_yaml().encode())
    run.note(status="running", sessions=[*facts.get("sessions", []), session_facts(command)])
    training.begin()
    found = load_newest(run, training, tell)
    steps = training.steps if found else 0
    run.write_evaluations([e for e in run.read_evaluations() if e["steps"] <= steps])
    begun(training)
    training.go(run, tell, progress)
    return run


def check_game(run: RunFolder, setup: Setup) -> None:
    """Raise `RunError` when a run was made with another version or set-up of its game."""
    made = run.facts().get("game")
    if made is not None and made != as_json(setup.describe()):
        raise RunError(
            f"{run.path} trains {made['game']} {made['version']}; the game here is "
            f"{setup.game.name} {setup.game.version}"
        )


def as_json(document: Any) -> Any:
    """A document as it comes back from a JSON file (tuples become lists)."""
    return json.loads(json.dumps(document))


def changed_config(run: RunFolder, overrides: Sequence[str]) -> Config:
    """The run's config with the few keys changed that may change in the middle of a run."""
    document = read_document(run.config.read_bytes(), str(run.config))
    for assignment in overrides:
        key = assignment.partition("=")[0].strip()
        if key not in [f"train.{name}" for name in CHANGEABLE]:
            allowed = ", ".join(f"train.{name}" for name in CHANGEABLE)
            raise ConfigError(
                f"--set {assignment}: a resumed run keeps its config; only {allowed} can change"
            )
        override(document, assignment)
    return check(document)


def default_name(config_name: str, config: Config) -> str:
    """`clades-ppo` for `configs/clades/ppo.yaml`."""
    stem = Path(config_name).stem
    return stem if stem.startswith(config.game.id) else f"{config.game.id}-{stem}"


def make_env(config: Config, opponents: Any) -> Any:
    """The vector environment that a config trains on."""
    from phylarium.envs.adapters.sb3 import SeatVecEnv

    game = config.game
    return SeatVecEnv(
        config.train.num_envs,
        game=game.id,
        num_players=game.num_players,
        options=game.options,
        encoder=game.encoder,
        opponents=opponents,
        seat=game.seat,
        skip_forced=game.skip_forced,
    )


def make_model(config: Config, env: Any) -> Any:
    """MaskablePPO as the config says."""
    import torch
    from sb3_contrib import MaskablePPO

    from .networks import MaskedPolicy

    ppo = config.ppo
    networks = ppo.policy_kwargs
    net_arch = (
        networks.net_arch if isinstance(networks.net_arch, list) else networks.net_arch.model_dump()
    )
    arguments = {
        name: getattr(ppo, name) for name in type(ppo).model_fields if name != "policy_kwargs"
    }
    for name in ("learning_rate", "clip_range"):
        arguments[name] = schedule(arguments[name])
    activation = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}[networks.activation_fn]
    return MaskablePPO(
        MaskedPolicy,
        env,
        seed=config.train.seed,
        device=config.train.device,
        **arguments,
        policy_kwargs={
            "net_arch": net_arch,
            "activation_fn": activation,
            "ortho_init": networks.ortho_init,
            "aligned": alignments(config),
            "align_gain": networks.align_gain,
        },
    )


def schedule(rate: float | Linear) -> Any:
    """A number as it is; a line as SB3's function of the remaining progress (1 to 0)."""
    if not isinstance(rate, Linear):
        return rate
    first, last = rate.linear
    return lambda remaining: last + (first - last) * remaining


class Training:
    """One training in this process: environment, model, opponents, and what happened so far.

    Making one checks everything that can be checked without starting; `begin` builds the model,
    `go` trains.
    """

    def __init__(self, config: Config) -> None:
        self.config = config
        self.setup: Setup = config.setup()
        self.league = League(self.setup, config) if config.has_league else None
        self._check_device()
        self.env = make_env(config, self.league or config.game.opponents)
        self.model: Any = None
        self.best: list[float] = []
        self.games = 0
        self.last_snapshot = 0
        self.last_evaluation = 0
        self.last_checkpoint = -1

    def _check_device(self) -> None:
        import torch

        if self.config.train.device == "cpu":
            return
        try:
            torch.zeros(1, device=self.config.train.device)
        except (RuntimeError, AssertionError) as error:
            reason = str(error).splitlines()[0]
            raise ConfigError(
                f"train.device: {self.config.train.device!r} cannot be used: {reason}"
            ) from None

    @property
    def steps(self) -> int:
        """Environment steps so far."""
        return int(self.model.num_timesteps)

    def begin(self) -> None:
        """Build the model as at step 0."""
        import torch
        from threadpoolctl import threadpool_limits

        threads = self.config.train.torch_threads
        torch.set_num_threads(threads)
        # NumPy's own threads only get in each other's way on the small batches of opponents.
        self._thread_limit = threadpool_limits(threads, user_api="blas")
        self.model = make_model(self.config, self.env)
        self.take_snapshot()
        self.model._last_obs = self.env.reset()
        self.model._last_episode_starts = np.ones(self.config.train.num_envs, bool)

    def arrays(self) -> dict[str, Any]:
        """The present policy's weights."""
        return policy_arrays(self.model.policy)

    def papers(self, results: Any = None) -> dict[str, Any]:
        """The present policy's metadata."""
        names = layer_names(self.arrays())
        return metadata(self.config, self.setup, names, self.config.train.name, self.steps, results)

    def policy(self) -> SavedPolicy:
        """The present policy as a player."""
        return as_saved_policy(self.arrays(), self.papers())

    def take_snapshot(self) -> None:
        """Let the present weights join the league."""
        if self.league is not None:
            self.league.add(self.arrays(), self.steps)
            self.last_snapshot = self.steps

    def go(
        self, run: RunFolder, tell: Callable[[str], None], progress: Progress | None = None
    ) -> None:
        """Train to the end, from wherever the model stands."""
        from stable_baselines3.common.logger import configure

        from .callback import BoundaryCallback

        total = self.config.train.total_timesteps
        self.model.set_logger(configure(str(run.tensorboard), ["tensorboard"]))
        report = progress or (lambda steps, total, note: None)
        try:
            if self.steps < min(self.config.imitation.steps, total):
                from .imitation import imitate

                imitate(self, tell, lambda games: self._count(games, total, report))
                self.save(run)
            if self.steps < total:
                self.model.learn(
                    total - self.steps,
                    BoundaryCallback(
                        lambda: self.boundary(run, tell),
                        lambda games: self._count(games, total, report),
                    ),
                    reset_num_timesteps=False,
                )
            self.boundary(run, tell, is_end=True)
        except KeyboardInterrupt:
            run.note(status="interrupted", steps=self.steps)
            raise Interrupted(
                f"interrupted at {self.steps:,} steps; go on with --resume {run.path}"
            ) from None
        except PhylariumError as error:
            with contextlib.suppress(RunError):
                run.note(status=f"stopped: {error}", steps=self.steps)
            raise
        self.model.logger.dump(self.steps)
        run.write(
            run.curve,
            curve_png(f"{self.setup.game.title}: {run.path.name}", run.read_evaluations()),
        )
        run.note(status="finished", steps=self.steps)

    def _count(self, games: int, total: int, report: Progress) -> None:
        """After every step: so many more games have been played to their end."""
        self.games += games
        report(self.steps, total, self._note())

    def _note(self) -> str:
        recent = [episode["r"] for episode in self.model.ep_info_buffer or ()]
        return f"return {sum(recent) / len(recent):.2f}" if recent else ""

    def boundary(self, run: RunFolder, tell: Callable[[str], None], is_end: bool = False) -> None:
        """Between two rollouts: take a snapshot, evaluate, save, as far as each is due."""
        steps, train = self.steps, self.config.train
        if self.last_checkpoint < 0:
            self.save(run)
        if self.league is not None and steps - self.last_snapshot >= self.config.league.every:
            self.take_snapshot()
            run.write(run.league, self.league.manifest().encode())
        if steps > self.last_evaluation and (
            is_end or steps - self.last_evaluation >= train.eval_every
        ):
            self.last_evaluation = steps
            self.evaluate(run, tell)
        if steps > self.last_checkpoint and (
            is_end or steps - self.last_checkpoint >= train.checkpoint_every
        ):
            self.save(run)

    def save(self, run: RunFolder) -> None:
        """Write a checkpoint."""
        self.last_checkpoint = self.steps
        run.save_checkpoint(
            self.steps, lambda folder: save(self, folder), self.config.train.keep_checkpoints
        )

    def evaluate(self, run: RunFolder, tell: Callable[[str], None]) -> None:
        """Play the evaluation matches, write them down, and export the policy."""
        results = evaluate(self.policy(), self.config)
        kept = [e for e in run.read_evaluations() if e["steps"] < self.steps]
        entry = {"steps": self.steps, "games": self.games, "opponents": results}
        run.write_evaluations([*kept, entry])
        for opponent, row in results.items():
            for key in ("win_rate", "mean_score"):
                self.model.logger.record(f"evaluation/{opponent}/{key}", row[key])
            for name, rate in row.get("measures", {}).items():
                self.model.logger.record(f"evaluation/{opponent}/{name}", rate)
            tell(f"{self.steps:,} steps, against {opponent}: {in_words(row)}")
        arrays, papers = self.arrays(), self.papers(results)
        export(run.policy, arrays, papers)
        if list(merit(results)) > self.best:
            self.best = list(merit(results))
            export(run.best, arrays, papers)


def in_words(row: dict[str, Any]) -> str:
    """One line of an evaluation."""
    low, high = row["mean_score_low"], row["mean_score_high"]
    spread = "" if low is None else f" ({low:.2f} to {high:.2f})"
    return (
        f"win rate {row['win_rate']:.3f} "
        f"({row['win_rate_low']:.3f} to {row['win_rate_high']:.3f}), "
        f"mean score {row['mean_score']:.2f}{spread}"
        + "".join(f", {name} {rate:.3f}" for name, rate in row.get("measures", {}).items())
    )


Progress = Callable[[int, int, str], None]
"""Called after every environment step with steps done, steps in all, and a word on how it goes."""


def benchmark_model(game: str) -> tuple[Any, int]:
    """A model to time, and the steps of one rollout; by the shipped `ppo.yaml` or the defaults."""
    import torch
    from stable_baselines3.common.logger import Logger

    from .config import GameSection, TrainSection

    if f"{game}/ppo.yaml" in shipped_configs():
        config = load_config(f"configs/{game}/ppo.yaml")
    else:
        config = Config(game=GameSection(id=game), train=TrainSection(total_timesteps=1))
    torch.set_num_threads(config.train.torch_threads)
    model = make_model(config, make_env(config, "random"))
    model.set_logger(Logger(None, []))
    return model, config.rollout
