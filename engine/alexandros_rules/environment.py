"""The games as environments of PettingZoo, for programs that learn to play.

The page PETTINGZOO.md says how they are used.  No other module needs PettingZoo.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from itertools import chain
from operator import index
from typing import Any

from alexandros_rules.chance import SeededChance
from alexandros_rules.collection import encoding, rulesets
from alexandros_rules.encoding import PASS, Choices, Encoding, Path, count_actions
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Ruleset, Setup, Status

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"The environments need {missing.name}, which is not installed. Please install it with"
        " 'pip install alexandros-rules[pettingzoo]'.", name=missing.name) from None

MOST_MOVES = 5000  # after which a game is cut off
NAME = "player_{}"


def env(
    ruleset: str = "alexandros", *, players: int = 2, board: str = "",
    options: Mapping[str, Any] | None = None, most_moves: int = MOST_MOVES,
    render_mode: str | None = None,
) -> Environment:
    """Return the environment of a game.

    ``board`` is the name of a board that comes with the game, or the text of another one; without
    it, the default one is used.  Raise ValueError for an unknown game or render mode, and Refusal
    for other settings that the game does not allow.
    """
    games = rulesets()
    if ruleset not in games:
        raise ValueError(f"There is no game {ruleset}. Choose one of {', '.join(games)}.")
    rules = games[ruleset]
    boards = rules.boards()
    setup = Setup(boards.get(board, board) or next(iter(boards.values())), players, options or {})
    rules.start(setup, SeededChance(bytes(32)))  # refuses bad settings
    return Environment(rules, setup, encoding(rules, setup), most_moves=most_moves,
                       render_mode=render_mode)


class Environment(AECEnv):  # type: ignore[misc]
    """A game in which each agent chooses its moves action by action.

    ``rules``, ``setup`` and ``encoding`` are those of the game, and ``layout`` tells where in an
    observation the numbers of each kind are.  After ``reset``, ``seat`` is that of the agent that
    acts, ``view`` is what this seat sees, and ``asked`` whether it is only asked if it accepts an
    offer.  ``position`` is the whole state, of which agents must not know more than their views,
    and ``moves`` counts the moves so far.
    """

    metadata: dict[str, Any]
    _path: Path  # the actions of the move so far
    _choices: Choices
    _numbers: dict[str, Any]  # those of the position, of each agent that has observed it

    def __init__(
        self, rules: Ruleset, setup: Setup, encoding: Encoding, *, most_moves: int = MOST_MOVES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"{rules.name}_v{rules.version}", "render_modes": ["ansi"],
                         "is_parallelizable": False}
        if render_mode not in (None, "ansi"):
            raise ValueError(f"There is no render mode {render_mode}. Choose 'ansi'.")
        self.rules, self.setup, self.encoding = rules, setup, encoding
        self.most_moves, self.render_mode = most_moves, render_mode
        self.possible_agents = [NAME.format(seat) for seat in range(setup.players)]
        self.agents: list[str] = []
        self._seed = secrets.token_bytes(32)
        self._actions = count_actions(encoding.groups)
        state = fold(rules, None, rules.start(setup, SeededChance(bytes(32))))
        numbers = encoding.features(rules.view(state, 0), seat=0)
        self.layout, size = {}, 0
        for name, some in {**numbers, "path": [0.0] * encoding.longest}.items():
            self.layout[name] = slice(size, size + len(some))
            size += len(some)
        self.observation_spaces = {agent: Dict({
            "observation": Box(0.0, 1.0, (size,), np.float32),
            "action_mask": Box(0, 1, (self._actions,), np.int8),
        }) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game.

        The same seed gives the same game.  Without one, the next game follows from the seed of the
        last; the first one is then drawn at random.  The option "position" is a state from which
        the game goes on; other options are part of the setup.
        """
        self._seed = hashlib.sha256(self._seed if seed is None else str(seed).encode()).digest()
        self._chance = SeededChance(self._seed)
        self.position = (options or {}).get("position") or fold(
            self.rules, None, self.rules.start(self.setup, self._chance))
        self.moves = 0
        self._offers: set[tuple[int, str]] = set()  # seats and offers about which they were asked
        self.agents = [*self.possible_agents]
        self.seat, self.asked, self.agent_selection = 0, False, self.agents[0]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: Any) -> None:
        """Take an action of the agent that acts.  Raise ValueError if it is not possible now."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            chosen = index(action)
            follow = self._choices[chosen]
        except (KeyError, TypeError):
            raise ValueError(f"{agent} cannot take the action {action} now. Choose one whose"
                             " action_mask is 1.") from None
        self._cumulative_rewards[agent] = 0.0
        found = follow()
        if isinstance(found, dict):
            self._path, self._choices = (*self._path, chosen), found
        else:
            self._play(found)

    def _play(self, move: Any) -> None:
        """Play a move of the seat that acts; None is not to answer an offer."""
        if move is not None:
            self.moves += 1
            self.position = fold(self.rules, self.position, self.rules.decide(
                self.position, move, self._chance, seat=self.seat))
        self._go_on()

    def _go_on(self) -> None:
        """Choose the agent that acts next, or end the game."""
        status = self.rules.status(self.position)
        cut = not status.over and self.moves >= self.most_moves
        if not status.over and not cut:
            self.seat, self.asked = self._next_seat(status)
            self.agent_selection = NAME.format(self.seat)
        self.view = self.rules.view(self.position, self.seat)
        self._path, self._choices, self._numbers = (), {}, {}
        if status.over:
            self._end(status)
        elif cut:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._choices = self.encoding.choices(self.view, seat=self.seat)
            if self.asked:
                self._choices[PASS] = lambda: None

    def _next_seat(self, status: Status) -> tuple[int, bool]:
        """Return a seat and whether it is asked about an offer; each is asked once about each."""
        for seat, key in status.asked:
            offers = {(seat, offer) for offer in key.split()}
            if offers - self._offers:
                self._offers |= offers
                return seat, True
        return status.to_move[0], False

    def _end(self, status: Status) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        places = [(seat in status.winners, score) for seat, score in enumerate(status.scores)]
        for agent, own in zip(self.agents, places, strict=True):
            beaten = sum((own > other) - (own < other) for other in places)
            self.rewards[agent] = beaten / (len(places) - 1)
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.infos[agent] = {"winner": own[0], "score": own[1]}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent sees; only for the one that acts, an action is possible."""
        acts = agent == self.agent_selection
        mask: Any = np.zeros(self._actions, np.int8)
        path: Any = np.zeros(self.encoding.longest, np.float32)
        if acts:
            mask[[*self._choices]] = 1
            path[:len(self._path)] = (np.array(self._path) + 1) / self._actions
        return {"observation": np.concatenate([self._seen_by(agent), path]), "action_mask": mask}

    def _seen_by(self, agent: str) -> Any:
        """Return the numbers of the position, which are the same for all actions of a move."""
        if agent not in self._numbers:
            seat = self.possible_agents.index(agent)
            found = self.encoding.features(self.rules.view(self.position, seat), seat=seat)
            self._numbers[agent] = np.fromiter(chain.from_iterable(found.values()), np.float32)
        return self._numbers[agent]

    def path(self, move: Any) -> Path:
        """Return the actions of a legal move of the agent that acts."""
        return self.encoding.path(move, self.view, seat=self.seat)

    def render(self) -> str | None:
        """Return the position as text, as the agent that acts sees it; None without a mode."""
        return self.rules.text_board(self.view) if self.render_mode else None

    def close(self) -> None:
        """Do nothing: nothing is open."""
