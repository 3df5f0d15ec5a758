#!/usr/bin/env bash
# Playwright runs this instead of Electron: it removes NODE_OPTIONS from the environment.
export NODE_OPTIONS="$ELECTRON_NODE_OPTIONS"
[ -n "$OUTPUT_FOLDER" ] || exec "$ELECTRON_EXECUTABLE" "$@"
# Copies the whole output to two files, because Playwright only passes on the later part.
exec "$ELECTRON_EXECUTABLE" "$@" > >(exec tee "$OUTPUT_FOLDER/stdout.log") 2> >(exec tee "$OUTPUT_FOLDER/stderr.log" >&2)
