"""Saved policies: a small network with its papers in one safetensors file, played with NumPy alone.

The file holds float32 arrays `policy.<k>.weight` [out, in] and `policy.<k>.bias` [out] for the
hidden layers and `action.weight`, `action.bias` for the last one. `gains` [m] weighs sections of
the observation that speak of actions (`align` in the header). The header carries one JSON document
(see `METADATA`), by which a policy is refused where the game's version, the number of players, the
observation or the action space is another one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phylarium.envs.core.errors import PhylariumError, UnknownName, VersionMismatch, nearest
from phylarium.envs.core.game import Game, Setup
from phylarium.envs.core.replay import write_whole

FORMAT = 2
MODES = ("sample", "best")
RUN_FILE = "policy.safetensors"
ACTIVATIONS: dict[str, Any] = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, 0.0)}

METADATA = {
    "format": "version of this file format",
    "name": "what the policy is called",
    "game": "id of the game",
    "game_version": "version of the game's rules",
    "num_players": "players at the table it was trained for",
    "options": "options it was trained with",
    "encoder": "encoder that it reads",
    "layout": "digest of that encoder's layout",
    "num_actions": "size of the action space",
    "activation": "tanh or relu, after every hidden layer",
    "layers": "names of the layers, first to last",
    "align": "for each gain: where its section and its actions start, and how many they are",
    "mode": "how it chooses by default: sample or best",
}
"""Required keys; `steps`, `training` (the config) and `results` may stand beside them."""


class SavedPolicy:
    """A masked multilayer perceptron as an opponent (see `opponents`).

    `layers` are pairs of weight [out, in] and bias [out], the last one giving a logit per action.
    `gains` float32 [m] times a section of the observation each are added to the logits of as many
    actions, as `align` in the metadata says.
    `mode` "sample" draws from the masked softmax, "best" takes the largest legal logit. The same
    observation, mask and uniform number give the same choice; in batches of other sizes the
    logits may differ in the last bit of a float32.
    """

    def __init__(
        self,
        layers: list[tuple[NDArray[np.float32], NDArray[np.float32]]],
        metadata: Mapping[str, Any],
        mode: str | None = None,
        gains: NDArray[np.float32] | None = None,
    ) -> None:
        self.metadata = dict(metadata)
        self.mode = metadata["mode"] if mode is None else mode
        if self.mode not in MODES:
            raise nearest("mode of a policy:", self.mode, MODES)
        self._layers = [(np.ascontiguousarray(weight.T), bias) for weight, bias in layers]
        self._gains = [] if gains is None else list(zip(gains, metadata["align"], strict=True))
        self._activation = ACTIVATIONS[metadata["activation"]]

    @property
    def encoder(self) -> str:
        """Name of the encoder it reads."""
        return str(self.metadata["encoder"])

    def __repr__(self) -> str:
        return f"{self.metadata['name']}:{self.mode}"

    @property
    def digest(self) -> str:
        """Hexadecimal digest of all that its choices depend on: weights, mode and how they are
        read.
        """
        read = [self.metadata["activation"], self.metadata["align"], self.encoder, self.mode]
        found = hashlib.sha256(json.dumps(read).encode())
        gains = [gain for gain, _ in self._gains]
        for array in (*(part for layer in self._layers for part in layer), np.array(gains)):
            found.update(f"{array.dtype} {array.shape}".encode())
            found.update(np.ascontiguousarray(array).tobytes())
        return found.hexdigest()

    def logits(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """One number an action: float32 [k, size] -> float32 [k, actions], mask not applied."""
        values = np.asarray(observations, np.float32)
        for weight, bias in self._layers[:-1]:
            values = self._activation(values @ weight + bias)
        weight, bias = self._layers[-1]
        logits: NDArray[np.float32] = values @ weight + bias
        for gain, (section, action, size) in self._gains:
            spoken = np.asarray(observations[:, section : section + size], np.float32)
            logits[:, action : action + size] += gain * spoken
        return logits

    def probabilities(self, observations: Any, masks: Any) -> NDArray[np.float64]:
        """The masked softmax: float64 [k, actions], zero where the mask is."""
        logits = np.where(masks, self.logits(observations).astype(np.float64), -np.inf)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]

    def act(self, observations: Any, masks: Any, uniforms: Any) -> NDArray[np.int64]:
        """A legal action for each of k games: int64 [k]. `uniforms` [k] decide when sampling."""
        if self.mode == "best":
            best = np.where(masks, self.logits(observations), -np.inf).argmax(axis=1)
            return best.astype(np.int64)  # type: ignore[no-any-return]
        reached = np.cumsum(self.probabilities(observations, masks), axis=1)
        total = reached[:, -1]
        wanted = np.minimum(np.asarray(uniforms) * total, np.nextafter(total, 0.0))
        # The first action whose share reaches past `wanted`; a masked one adds nothing.
        return (reached > wanted[:, None]).argmax(axis=1).astype(np.int64)  # type: ignore[no-any-return]


def save_policy(
    path: str | Path, arrays: Mapping[str, NDArray[Any]], metadata: Mapping[str, Any]
) -> None:
    """Write a policy file; it appears whole or not at all.

    Arrays of float16 are kept so, which halves the file; all others become float32. It plays in
    float32 either way. `metadata` needs the keys of METADATA but `format`. Raises `PhylariumError`
    with what is missing or does not fit, before anything is written.
    """
    from_numpy = _safetensors("save")
    document = {"format": FORMAT, **metadata}
    checked = {
        name: np.ascontiguousarray(array, array.dtype if array.dtype == np.float16 else np.float32)
        for name, array in arrays.items()
    }
    _layers(str(path), checked, _checked_metadata(str(path), document))
    _gains(str(path), checked, document)
    write_whole(Path(path), from_numpy(checked, {"phylarium": json.dumps(document)}))


def load_policy(spec: str | Path, setup: Setup, mode: str | None = None) -> SavedPolicy:
    """The policy in a file or run folder, or the shipped baseline of that name.

    Raises `UnknownName` where there is none, `PhylariumError` for a damaged file, and
    `VersionMismatch` with the reason where the policy is not for this set-up.
    """
    name = os.fspath(spec)
    path = Path(name)
    if path.is_dir():
        path = path / RUN_FILE
    if path.is_file():
        try:
            return _read(path, setup, mode)
        except VersionMismatch as reason:
            raise VersionMismatch(f"{reason}; {_what_fits(setup)}") from None
    if path.suffix == ".safetensors" or os.sep in name or path.name == RUN_FILE:
        raise UnknownName(f"there is no policy file {str(path)!r}")
    return _shipped(name, setup, mode)


def _shipped(name: str, setup: Setup, mode: str | None) -> SavedPolicy:
    found = [b for b in baselines(setup.game) if b["name"] == name]
    if not found:
        names = {b["name"] for b in baselines(setup.game)}
        raise nearest(f"baseline of {setup.game.name}", name, names)
    reasons = []
    for each in found:
        try:
            return _read(Path(each["path"]), setup, mode)
        except VersionMismatch as reason:
            reasons.append(str(reason))
    raise VersionMismatch("; ".join([*reasons, _what_fits(setup)]))


def _what_fits(setup: Setup) -> str:
    """Which shipped policies can play this set-up, for a message."""
    fitting = [f"{b['name']!r} ({Path(b['path']).name})" for b in fitting_baselines(setup)]
    if not fitting:
        return "no shipped baseline fits here"
    return f"of the shipped baselines {' and '.join(fitting)} fit{'s' * (len(fitting) == 1)} here"


def baselines(game: Game) -> list[dict[str, Any]]:
    """The metadata of every policy shipped with a game, by file name; `path` says where it lies."""
    folder = game.sources if game.sources.is_dir() else game.sources.parent
    files = sorted((folder / "weights").glob("*.safetensors"))
    return [{**read_metadata(file), "path": str(file)} for file in files]


def fitting_baselines(setup: Setup) -> list[dict[str, Any]]:
    """Those of `baselines` that can play this set-up."""
    return [found for found in baselines(setup.game) if not _misfit(found, setup)]


def _read(path: Path, setup: Setup, mode: str | None) -> SavedPolicy:
    load = _safetensors("load_file")
    metadata = read_metadata(path)
    misfit = _misfit(metadata, setup)
    if misfit:
        raise VersionMismatch(f"policy {metadata['name']!r} ({path.name}) {misfit}")
    try:
        arrays = load(path)
    except Exception as error:  # safetensors raises an exception type of its own
        raise PhylariumError(f"{path} is damaged: {error}") from None
    layers = _layers(str(path), arrays, metadata)
    if layers[0][0].shape[1] != setup.layout(metadata["encoder"]).size:
        raise PhylariumError(f"{path} is damaged: its first layer does not fit its encoder")
    return SavedPolicy(layers, metadata, mode, _gains(str(path), arrays, metadata))


def read_metadata(path: Path) -> dict[str, Any]:
    """The JSON document in a file's header: 8 bytes with its length, then the header as JSON."""
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if length > os.path.getsize(path):
                raise ValueError("the file is shorter than its header says")
            header = json.loads(file.read(length))
        document = json.loads(header["__metadata__"]["phylarium"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PhylariumError(f"{path} is no policy of this package: {error!r}") from None
    return _checked_metadata(str(path), document)


def _checked_metadata(where: str, document: Any) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise PhylariumError(f"{where}: its metadata is no JSON object")
    if document.get("format") != FORMAT:
        raise VersionMismatch(
            f"{where} has policy format {document.get('format')}, this version reads {FORMAT}"
        )
    missing = METADATA.keys() - document.keys()
    if missing:
        raise PhylariumError(f"{where}: its metadata lacks {', '.join(sorted(missing))}")
    if document["activation"] not in ACTIVATIONS:
        raise nearest(f"activation in {where}", document["activation"], ACTIVATIONS)
    if document["mode"] not in MODES:
        raise nearest(f"mode in {where}", document["mode"], MODES)
    return document


def _misfit(metadata: Mapping[str, Any], setup: Setup) -> str:
    """Why a policy is for something else than this set-up; empty where it fits."""
    game = setup.game
    for key, value in (("game", game.name), ("game_version", game.version)):
        if metadata[key] != value:
            return f"is for {key.replace('_', ' ')} {metadata[key]}, here it is {value}"
    if metadata["num_players"] != setup.num_players:
        return f"is for {metadata['num_players']} players, here are {setup.num_players}"
    trained = f"(it was trained with options {_differing(metadata['options'], setup)})"
    if setup.layout(metadata["encoder"]).digest != metadata["layout"]:
        return f"reads another layout of encoder {metadata['encoder']!r} {trained}"
    if metadata["num_actions"] != setup.num_actions:
        return (
            f"chooses among {metadata['num_actions']} actions, here are {setup.num_actions} "
            f"{trained}"
        )
    return ""


def _differing(options: Mapping[str, Any], setup: Setup) -> str:
    """The options of a policy that are not those of this set-up."""
    here = json.loads(json.dumps(setup.describe()["options"]))
    other = [
        f"{k}: {v!r} instead of {here.get(k)!r}" for k, v in options.items() if here.get(k) != v
    ]
    return ", ".join(other) or "as here, by another version"


def _layers(
    where: str, arrays: Mapping[str, NDArray[Any]], metadata: Mapping[str, Any]
) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """The layers in order, with shapes that fit each other and finite numbers."""
    layers: list[tuple[NDArray[np.float32], NDArray[np.float32]]] = []
    for name in metadata["layers"]:
        try:
            weight, bias = arrays[f"{name}.weight"], arrays[f"{name}.bias"]
        except KeyError as error:
            raise PhylariumError(f"{where} lacks the array {error}") from None
        if weight.ndim != 2 or bias.shape != weight.shape[:1]:
            raise PhylariumError(f"{where}: layer {name!r} has shapes {weight.shape}, {bias.shape}")
        if layers and weight.shape[1] != layers[-1][0].shape[0]:
            raise PhylariumError(f"{where}: layer {name!r} does not fit the one before it")
        if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            raise PhylariumError(f"{where}: layer {name!r} holds NaN or infinite weights")
        layers.append((weight.astype(np.float32), bias.astype(np.float32)))
    if not layers or layers[-1][0].shape[0] != metadata["num_actions"]:
        raise PhylariumError(f"{where}: its last layer must give {metadata['num_actions']} logits")
    return layers


def _gains(
    where: str, arrays: Mapping[str, NDArray[Any]], metadata: Mapping[str, Any]
) -> NDArray[np.float32] | None:
    """The weights of sections that speak of actions; None where there are none."""
    align = metadata["align"]
    if not align:
        return None
    gains = arrays.get("gains")
    if gains is None or gains.shape != (len(align),) or not np.isfinite(gains).all():
        raise PhylariumError(f"{where}: its array 'gains' should be {len(align)} finite numbers")
    size = arrays[f"{metadata['layers'][0]}.weight"].shape[1]
    for section, action, count in align:
        if min(section, action) < 0 or count < 1 or section + count > size:
            raise PhylariumError(f"{where}: 'align' names a section outside its observation")
        if action + count > metadata["num_actions"]:
            raise PhylariumError(f"{where}: 'align' names actions outside its action space")
    return gains.astype(np.float32)


def _safetensors(function: str) -> Any:
    try:
        import safetensors.numpy
    except ImportError:
        raise PhylariumError(
            "saved policies need safetensors: pip install 'phylarium[policies]'"
        ) from None
    return getattr(safetensors.numpy, function)
