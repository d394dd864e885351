"""Asks the operator's own programs how they are set up, where no bot has a say."""

import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from referee.bots.errors import BotError
from referee.bots.preparing.kept import cache_of, ready

_ASK_S: Final = 60.0


@dataclass(frozen=True)
class Operator:
    """Whoever runs the arena, as the programs of this machine know them."""

    environment: Mapping[str, str] = field(repr=False)

    def asked(self, *words: str, files: Mapping[str, str] | None = None) -> str:
        """What a program says on standard output; BotError if it is not there or fails."""
        code, said, trouble = self.tried(*words, files=files)
        if code != 0:
            lines = [line.strip() for line in trouble.splitlines() if line.strip()]
            raise BotError(f"{words[0]} fails: {lines[-1] if lines else f'exit code {code}'}")
        return said.strip()

    def tried(
        self,
        *words: str,
        files: Mapping[str, str] | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> tuple[int, str, str]:
        """Exit code, output and errors of a program, run among files of ours."""
        # Clients look for settings in the folders above as well, so not below a common /tmp.
        own = ready(cache_of(self.environment))
        with tempfile.TemporaryDirectory(prefix=".asking-", dir=own) as name:
            folder = Path(name)
            for path, content in (files or {}).items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(content)
            here = {key: value.format(here=name) for key, value in (settings or {}).items()}
            try:
                done = subprocess.run(
                    [word.format(here=name) if "{here}" in word else word for word in words],
                    cwd=folder,
                    env={**self.environment, **here},
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=_ASK_S,
                    check=False,
                )
            except FileNotFoundError:
                raise BotError(f"{words[0]} is not installed") from None
            except OSError as error:
                raise BotError(f"{words[0]} cannot be run: {error.strerror}") from None
            except subprocess.TimeoutExpired:
                raise BotError(f"{words[0]} did not answer in {_ASK_S:g} s") from None
        return done.returncode, done.stdout, done.stderr
