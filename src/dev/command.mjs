// The one edge where a script's errors become words and an exit code.
import { say } from './say.mjs'

/** Something in the way that a person can remove; the message says how. */
export class Obstacle extends Error {}

/** @param {() => Promise<number>} body answers the exit code */
export async function runCommand(body) {
  try {
    const code = await body()
    if (code !== 0) process.exitCode = code
  } catch (error) {
    say(describeError(error))
    process.exitCode = 1
  }
}

/** An obstacle is told in its own words, a bug with its stack. @param {unknown} error */
export function describeError(error) {
  if (error instanceof Obstacle) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** What is to be passed on; npm takes its `--` away itself, and who calls the script without npm may write one too. */
export function readArguments() {
  return process.argv.slice(process.argv[2] === '--' ? 3 : 2)
}
