#!/usr/bin/env bash
# Opens Electron with a copy of its output in two files, from the first byte; Playwright hands out only what comes later.
exec "$ELECTRON_EXECUTABLE" "$@" > >(exec tee "$OUTPUT_FOLDER/stdout.log") 2> >(exec tee "$OUTPUT_FOLDER/stderr.log" >&2)
