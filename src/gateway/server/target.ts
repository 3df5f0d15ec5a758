// Reads the target of a request: the path for matching and for forwarding, the query without the caller's key.
import { ApiError } from '#shared/schemas/api-error'

export interface Target {
  /** As it came, percent-encoded; only the colon before a verb is always written out. */
  readonly path: string
  /** Decoded, for matching only. */
  readonly decodedPath: string
  /** As it came, without `callback` and whatever may be a key. */
  readonly query: string
  /** Every value of the query's `key`, decoded. */
  readonly keys: readonly string[]
  /** Host and port of a target in absolute form, which counts for more than the Host header. */
  readonly authority: string | undefined
}

export function readTarget(target: string): Target {
  const absolute = /^https?:\/\/([^/?#]*)/i.exec(target)
  const local = absolute ? target.slice(absolute[0].length) || '/' : target
  const mark = local.indexOf('?')
  const path = mark < 0 ? local : local.slice(0, mark)
  return {
    path: path.replace(/%3A(\w+)$/i, ':$1'),
    decodedPath: decodePath(path),
    ...readQuery(mark < 0 ? '' : local.slice(mark + 1)),
    authority: absolute?.[1],
  }
}

/** A colon may arrive as `%3A`, and a model as `models%2Fx` (decisions §1). */
function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    throw new ApiError('INVALID_ARGUMENT', 'The path is not valid percent-encoding.')
  }
}

/** Not for the upstream: where scripts put a key by mistake, and what would turn JSON into a script. */
const withheld = /^(?:callback|(?:x-goog-)?(?:api[_-]?)?key|access_token)$/i

function readQuery(query: string): { query: string; keys: readonly string[] } {
  if (query === '' || query === 'alt=sse') return { query, keys: [] }
  const keys: string[] = []
  const others: string[] = []
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = splitPair(pair)
    if (name === 'key') keys.push(value)
    else if (pair !== '' && !withheld.test(name)) others.push(pair)
  }
  return { query: others.join('&'), keys }
}

function splitPair(pair: string): readonly string[] {
  const equals = pair.indexOf('=')
  const parts = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
  return parts.map(decodeValue)
}

function decodeValue(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
