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

/** Returns the message of a `UserError` and of `parseArgs`, and the stack of other errors. @param {unknown} error */
export function describeError(error) {
  const { code = '' } = /** @type {{ code?: unknown }} */ (error ?? {})
  if (!(error instanceof Error)) return String(error)
  const isExpected = error instanceof UserError || String(code).startsWith('ERR_PARSE_ARGS')
  return isExpected ? error.message : (error.stack ?? error.message)
}

/** Arguments to pass on. npm removes its `--`; one may also be written without npm. */
export function readArguments() {
  return process.argv.slice(process.argv[2] === '--' ? 3 : 2)
}

/** Returns all names if the option does not select some of them. @param {string | undefined} only @param {readonly string[]} names */
export function selectNames(only, names) {
  const selected = only?.split(',') ?? names
  const unknown = selected.find((name) => !names.includes(name))
  if (unknown === undefined) return selected
  throw new UserError(`--only: there is no ${unknown}. Choose from: ${names.join(', ')}.`)
}

/** @param {string} option @param {string | undefined} text of a whole number */
export function readCount(option, text) {
  if (text === undefined || /^[0-9]+$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new UserError(`--${option}: must be a whole number, but is ${text}.`)
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
