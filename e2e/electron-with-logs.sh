#!/usr/bin/env bash
# Runs Electron, and copies its whole output to two files. Playwright only passes on the later part.
exec "$ELECTRON_EXECUTABLE" "$@" > >(exec tee "$OUTPUT_FOLDER/stdout.log") 2> >(exec tee "$OUTPUT_FOLDER/stderr.log" >&2)
