// Redacts texts within JSON: every string of a value, error objects in a stream, and secrets split over several strings.

type Redact = (text: string) => string

/** Levels of an error that are read; messages are never nested deeper. */
const maxDepth = 64

/** Redacts every string, field names included: `details` may echo a key just as the message may. */
export function redactDeep(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return '…'
  if (Array.isArray(value)) return value.map((element) => redactDeep(element, redact, depth + 1))
  const pairs = Object.entries(value).map(([name, member]) => [
    redact(name),
    redactDeep(member, redact, depth + 1),
  ])
  return Object.fromEntries(pairs)
}

/** A longer line is not an error, and is forwarded before it is complete. */
const maxLineLength = 1_048_576

const lineBreak = 0x0a

/** Parts of a line that may be an error. */
const errorMembers = /"(?:error|message)"/

/** Redacts the lines with `pattern`, such as those of server-sent events; all others are unchanged. */
export async function* redactErrorLines(
  bytes: AsyncIterable<Uint8Array>,
  redact: Redact,
  pattern = errorMembers,
): AsyncGenerator<Uint8Array, void, undefined> {
  let buffered = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const whole = buffered.length === 0 ? Buffer.from(chunk) : Buffer.concat([buffered, chunk])
    const end = whole.length > maxLineLength ? whole.length : whole.lastIndexOf(lineBreak) + 1
    buffered = whole.subarray(end)
    if (end > 0) yield redactLines(whole.subarray(0, end), redact, pattern)
  }
  if (buffered.length > 0) yield redactLines(buffered, redact, pattern)
}

function redactLines(lines: Buffer, redact: Redact, pattern: RegExp): Buffer {
  if (!lines.includes('"error"') && !lines.includes('"message"')) return lines
  const text = lines.toString('utf8')
  if (!pattern.test(text)) return lines
  const clean = text.split('\n').map((line) => (pattern.test(line) ? redactLine(line, redact) : line))
  return Buffer.from(clean.join('\n'))
}

function redactLine(line: string, redact: Redact): string {
  const [, field = '', text = '', end = ''] = /^(data: ?)?(.*?)(\r?)$/s.exec(line) ?? []
  try {
    return field + JSON.stringify(redactDeep(JSON.parse(text), redact)) + end
  } catch {
    return redact(line)
  }
}

export interface Span {
  readonly at: number
  readonly length: number
}

/** A member whose value is a string. */
const stringMember = /"([\w$-]{1,64})"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/g

/** Finds the values of members by name, such as those of `text`, which a client joins. */
export function findValues(text: string): Map<string, Span[]> {
  const values = new Map<string, Span[]>()
  for (const { 0: member, 1: name = '', 2: value = '', index } of text.matchAll(stringMember)) {
    const span = { at: index + member.length - 1 - value.length, length: value.length }
    const spans = values.get(name)
    if (spans) spans.push(span)
    else values.set(name, [span])
  }
  return values
}

export function joinValues(text: string, spans: readonly Span[]): string {
  return spans.map(({ at, length }) => text.slice(at, at + length)).join('')
}

export interface Cut extends Span {
  /** The mark takes the place of the first cut of a secret. */
  readonly isFirst: boolean
}

/** Returns the parts of secrets in the joined values, at their positions in the text. */
export function toCuts(values: readonly Span[], secrets: readonly Span[]): Cut[] {
  let start = 0
  return values.flatMap(({ at, length }) => {
    const offset = start
    start += length
    return secrets.flatMap((secret) => {
      const from = Math.max(secret.at, offset)
      const to = Math.min(secret.at + secret.length, offset + length)
      return from < to ? [{ at: at + from - offset, length: to - from, isFirst: from === secret.at }] : []
    })
  })
}

export function applyCuts(text: string, cuts: readonly Cut[], mark: string): string {
  let result = text
  for (const { at, length, isFirst } of [...cuts].sort((first, second) => second.at - first.at))
    result = result.slice(0, at) + (isFirst ? mark : '') + result.slice(at + length)
  return result
}
