// What every script shares: errors become text and an exit code at one place, messages go to stderr.

/** An expected error, shown without a stack; the message says what a person can do. */
export class UserError extends Error {}

/** @param {() => Promise<number>} body answers the exit code */
export async function runCommand(body) {
  try {
    const code = await body()
    if (code !== 0) process.exitCode = code
  } catch (error) {
    log(describeError(error))
    process.exitCode = 1
  }
}

/** An obstacle is told in its own words, a bug with its stack. @param {unknown} error */
export function describeError(error) {
  if (error instanceof UserError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** What is to be passed on; npm takes its `--` away itself, and who calls the script without npm may write one too. */
export function readArguments() {
  return process.argv.slice(process.argv[2] === '--' ? 3 : 2)
}

/** Goes to stderr: the stdout of some scripts is read by programs. @param {string} line */
export function log(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Ends a script together with the npm that started it: the shell between them is ended by a signal without passing it
 * on. Half a second is soon enough, and costs nothing.
 */
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
