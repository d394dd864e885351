"""Plays by the rule of the transcripts, and writes every message as it was sent, in hex."""

import os
import queue
from collections.abc import Iterator
from pathlib import Path

import grpc

from referee.v1 import play_pb2

METHOD = "/referee.v1.RefereeService/Play"


def main() -> None:
    said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    wanted = os.environ["RECORDER_TEXT"] == "yes"
    hello = play_pb2.Hello(token=os.environ["ARENA_TOKEN"], name="recorder", want_text=wanted)
    with (
        Path(os.environ["RECORDER_FILE"]).open("w", encoding="ascii") as file,
        grpc.insecure_channel(os.environ["ARENA_ADDRESS"]) as channel,
    ):

        def sent() -> Iterator[bytes]:
            yield from iter(said.get, None)

        def say(message: play_pb2.PlayRequest) -> None:
            data = message.SerializeToString(deterministic=True)
            file.write(f"bot {data.hex()}\n")
            said.put(data)

        say(play_pb2.PlayRequest(hello=hello))
        call: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(METHOD)
        for data in call(sent()):
            file.write(f"referee {data.hex()}\n")
            file.flush()
            answer = reply(play_pb2.PlayResponse.FromString(data))
            if answer.readies or answer.answers:
                say(answer)
        said.put(None)


def reply(message: play_pb2.PlayResponse) -> play_pb2.PlayRequest:
    answer = play_pb2.PlayRequest()
    for start in message.starts:
        answer.readies.add(match=start.match)
    for request in message.requests:
        answer.answers.add(match=request.match, step=request.step, action=choice(request))
    return answer


def choice(request: play_pb2.ActRequest) -> int:
    """From the step modulo the number of actions on, the first that does not give up."""
    form = request.WhichOneof("position")
    count = len(getattr(request, form or "").actions.id)
    places = ((request.step + more) % count for more in range(count))
    return next(place for place in places if place not in request.gives_up)


if __name__ == "__main__":
    main()
