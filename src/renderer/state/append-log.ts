// Records how a text grew by appending, so that what was added is known without reading all of it.

/** Pieces are only added; a log holds those up to its own count. */
export interface AppendLog {
  readonly pieces: readonly string[]
  readonly count: number
}

type Log = AppendLog & { readonly pieces: string[] }

/** By the part that holds the text, as long as that part is in use. */
const growths = new WeakMap<object, Log>()

/** `after` holds the text of `before` and `append`. */
export function recordAppend(before: object, after: object, append: string) {
  const log = readLog(before)
  log.pieces.push(append)
  growths.set(after, { pieces: log.pieces, count: log.pieces.length })
}

/** Returns undefined if the text was not appended to. */
export function getAppendLog(part: object | undefined): AppendLog | undefined {
  return part && growths.get(part)
}

/** Returns undefined if one text is not the other with something appended. */
export function getAppended(before: AppendLog | undefined, after: AppendLog | undefined): string | undefined {
  if (!before || before.pieces !== after?.pieces || before.count > after.count) return undefined
  return after.pieces.slice(before.count, after.count).join('')
}

/** A text that was appended to already branches here: it gets pieces of its own. */
function readLog(part: object): Log {
  const known = growths.get(part)
  if (known && known.count === known.pieces.length) return known
  const log: Log = { pieces: [], count: 0 }
  growths.set(part, log)
  return log
}
