// Records how a text grew by appending, so that the added text is known without reading all of it.

/** Pieces are only added; a log covers the first `count` of them. */
export interface AppendLog {
  readonly pieces: readonly string[]
  readonly count: number
}

type Log = AppendLog & { readonly pieces: string[] }

/** By the part that contains the text, for as long as that part is in use. */
const logs = new WeakMap<object, Log>()

/** `after` contains the text of `before` plus `append`. */
export function recordAppend(before: object, after: object, append: string) {
  const log = readLog(before)
  log.pieces.push(append)
  logs.set(after, { pieces: log.pieces, count: log.pieces.length })
}

/** Returns undefined if the text was not appended to. */
export function getAppendLog(part: object | undefined): AppendLog | undefined {
  return part && logs.get(part)
}

/** Returns undefined if one text is not the other with something appended. */
export function getAppended(before: AppendLog | undefined, after: AppendLog | undefined): string | undefined {
  if (!before || before.pieces !== after?.pieces || before.count > after.count) return undefined
  return after.pieces.slice(before.count, after.count).join('')
}

/** A text that was already appended to branches here: it gets its own pieces. */
function readLog(part: object): Log {
  const existing = logs.get(part)
  if (existing && existing.count === existing.pieces.length) return existing
  const log: Log = { pieces: [], count: 0 }
  logs.set(part, log)
  return log
}
