"""The ways in which a bot can speak; each ends in a `Link`."""

import os

# The library under the gRPC door logs to standard error, unasked, what clients say (the text of a
# GOAWAY frame, say): a bot's own bytes on somebody's terminal. It reads this when it is imported.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
