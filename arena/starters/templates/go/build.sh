#!/bin/sh
# Makes the stubs of protos/ below referee/, and the bot.
set -e
go run ./stubs
go build -o bot .
