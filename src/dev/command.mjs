// Helpers of all scripts: errors become text and an exit code in one place, and messages go to stderr.

/** An expected error, shown without a stack; its message says what the user can do. */
export class UserError extends Error {}

/** @param {() => Promise<number>} body returns the exit code */
export async function runCommand(body) {
  try {
    const code = await body()
    if (code !== 0) process.exitCode = code
  } catch (error) {
    log(describeError(error))
    process.exitCode = 1
  }
}

/** Returns the message of a `UserError`, and the stack of other errors. @param {unknown} error */
export function describeError(error) {
  if (error instanceof UserError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Arguments to pass on. npm removes its `--`; one may also be written without npm. */
export function readArguments() {
  return process.argv.slice(process.argv[2] === '--' ? 3 : 2)
}

/** Writes to stderr, because programs read the stdout of some scripts. @param {string} line */
export function log(line) {
  process.stderr.write(`${line}\n`)
}

/** Ends a script when the npm that started it ends, because the shell between them does not pass signals on. Checks every half second. */
export function exitWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
