#!/bin/sh
# Makes the bot, and keeps nothing else of what building leaves.
set -e
cmake -S . -B target -DCMAKE_BUILD_TYPE=Release
cmake --build target --parallel 2
cp target/bot bot
[ "$PWD" != /tmp/made ] || rm -rf target
