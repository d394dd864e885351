#!/bin/sh
# Makes the bot, and keeps nothing else of what building leaves.
set -e
cargo build --release --locked
cp target/release/bot bot
[ "$PWD" != /tmp/made ] || rm -rf target
