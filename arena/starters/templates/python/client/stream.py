"""The one stream to the referee, on which any number of matches are played."""

import os
import queue
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

import grpc

from client.kupferkessel import KettleTable
from client.trapper import TrapperTable
from client.turn import Action, Match, Turn
from referee.v1 import play_pb2, play_pb2_grpc

Choose = Callable[[Turn], Action]
OPTIONS = (("grpc.max_receive_message_length", 4 << 20), ("grpc.enable_http_proxy", 0))


@dataclass
class Open:
    """A match that is being played."""

    match: Match
    table: KettleTable | TrapperTable


@dataclass
class Player:
    """Answers each message of the referee with one of ours."""

    choose: Choose
    settings: dict[str, str] = field(default_factory=dict)
    open: dict[int, Open] = field(default_factory=dict)

    def reply(self, message: play_pb2.PlayResponse) -> play_pb2.PlayRequest:
        """What is to be said to it; starts, requests and ends are read in this order."""
        self.settings |= {one.name: one.value for one in message.welcome.settings}
        answer = play_pb2.PlayRequest()
        for start in message.starts:
            self.open[start.match] = self.start(start)
            answer.readies.add(match=start.match)
        for request in message.requests:
            answer.answers.append(self.answer(request))
        for end in message.ends:
            self.open.pop(end.match, None)
        return answer

    def start(self, start: play_pb2.MatchStart) -> Open:
        """A match begins."""
        match = Match(
            game=start.game,
            options={one.name: one.value for one in start.options},
            players=start.players,
            seat=start.seat,
            settings=self.settings,
            nodes=start.control.nodes,
            random=random.Random(start.seed),  # noqa: S311 - chance, no secret
        )
        match start.WhichOneof("components"):
            case "kupferkessel":
                return Open(match, KettleTable(start.kupferkessel, start.seat))
            case "trapper":
                return Open(match, TrapperTable(start.trapper, start.seat))
            case _:
                sys.exit(f"This client knows no {start.game}; bot.toml names what it plays.")

    def answer(self, request: play_pb2.ActRequest) -> play_pb2.Answer:
        """A decision is due."""
        state = self.open[request.match]
        position = getattr(request, request.WhichOneof("position"))
        state.table.hear(position)
        up = set(request.gives_up)
        turn = Turn(
            match=state.match,
            step=request.step,
            table=state.table,
            legal=[
                Action(index, index in up, **names)
                for index, names in enumerate(state.table.actions(position))
            ],
            budget_s=request.clock.budget_us / 1e6,
        )
        action = self.choose(turn)
        return play_pb2.Answer(
            match=request.match,
            step=request.step,
            action=action.index,
            note=turn.remark,
            eval=turn.eval,
        )


def play(choose: Choose, *, name: str, matches_at_once: int = 1) -> None:
    """Play every match the referee offers, until it ends the stream."""
    address, token = os.environ.get("ARENA_ADDRESS"), os.environ.get("ARENA_TOKEN")
    if not address or not token:
        sys.exit("The arena starts this bot and tells it where to connect: arena match . random")
    says: queue.SimpleQueue[play_pb2.PlayRequest | None] = queue.SimpleQueue()
    hello = play_pb2.Hello(token=token, name=name, matches_at_once=matches_at_once)
    says.put(play_pb2.PlayRequest(hello=hello))
    player = Player(choose)
    with grpc.insecure_channel(address, options=OPTIONS) as channel:
        stream = play_pb2_grpc.RefereeServiceStub(channel).Play(iter(says.get, None))
        try:
            for message in stream:
                answer = player.reply(message)
                if answer.readies or answer.answers:
                    says.put(answer)
        except grpc.RpcError as error:
            sys.exit(f"The stream to the referee broke: {error}")
        finally:
            says.put(None)  # otherwise the thread that sends would wait for ever
            stream.cancel()
