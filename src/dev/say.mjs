// Tells a person what a script is doing.

/** Goes to stderr: the stdout of some scripts is read by programs. @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`)
}
