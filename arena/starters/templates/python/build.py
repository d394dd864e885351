"""Install what requirements.lock names, and make the stubs of protos/, all below lib/."""

import subprocess
import sys
from pathlib import Path

LIB = Path("lib")
PACKAGES = ("grpcio", "grpcio-tools", "protobuf", "typing-extensions")


def run(*words: str) -> None:
    """Run a module of Python's; leave if it fails."""
    done = subprocess.run([sys.executable, "-m", *words], check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)


def main() -> None:
    """Make everything the bot imports that is not its own."""
    # The arena fetched the wheels; by hand they are fetched now.
    source = ["--no-index", "--find-links", "wheels"] if Path("wheels").is_dir() else []
    run("pip", "install", "--quiet", *source, "--target", str(LIB), "--no-deps", *locked())
    sys.path.insert(0, str(LIB))
    from grpc_tools import protoc  # noqa: PLC0415 - installed a line above

    files = sorted(str(path) for path in Path("protos").rglob("*.proto"))
    own = Path(protoc.__file__).parent / "_proto"
    out = [f"--python_out={LIB}", f"--pyi_out={LIB}", f"--grpc_python_out={LIB}"]
    sys.exit(protoc.main(["protoc", "-Iprotos", f"-I{own}", *out, *files]))


def locked() -> list[str]:
    """The packages with their versions, as the lock has them."""
    lines = Path("requirements.lock").read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if line.startswith(PACKAGES)]


if __name__ == "__main__":
    main()
