// Parses a request target, and finds its route with regular expressions compiled from the path templates.
import { type Route, type RouteId, routeList } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'

export interface RouteMatch {
  readonly id: RouteId
  readonly route: Route
  /** `/v1beta` or `/v1/v1beta`, as the client sent it; empty if the route has none. */
  readonly prefix: string
  /** The template's segments, decoded; a model without `models/`. */
  readonly parameters: Readonly<Record<string, string>>
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

type ModelNames = keyof typeof modelPatterns

/**
 * `free`: the name is a server's own, such as `llama3.3:70b`, `meta-llama/llama-3.3-70b-instruct`, or `ft:gpt-4o:acme::abc`.
 * Its tags are not verbs: those are written as `generateContent`, except for `predict`.
 */
const modelPatterns = {
  plain: '([^/:]+)',
  free: '([^:]+(?::(?!(?:[a-z]+[A-Z]\\w*|predict)(?::|$))[^/:]*)*)',
} as const

const patternsOf: Record<ModelNames, ReturnType<typeof compileAll>> = {
  plain: compileAll('plain'),
  free: compileAll('free'),
}

function compileAll(names: ModelNames) {
  const patterns = routeList.map(([id, route]) => ({ id, route, ...compile(route, names) }))
  return new Map<string, typeof patterns>(
    methods.map((method) => [method, patterns.filter(({ route }) => route.method === method)]),
  )
}

/** `path` must be decoded. */
export function findRoute(
  method: string,
  path: string,
  modelNames: ModelNames = 'plain',
): RouteMatch | undefined {
  // Clients may write `models/x` instead of `x` (decisions §1).
  const plain = path.replace('/models/models/', '/models/')
  for (const { id, route, pattern, names } of patternsOf[modelNames].get(
    method === 'HEAD' ? 'GET' : method,
  ) ?? []) {
    const match = pattern.exec(plain)
    if (!match) continue
    const parameters: Record<string, string> = {}
    for (const [index, name] of names.entries()) parameters[name] = match[index + 2] ?? ''
    return { id, route, prefix: match[1] ?? '', parameters }
  }
  return undefined
}

/** Returns the methods that this path allows; empty if the path is unknown. */
export function methodsOf(path: string, modelNames: ModelNames = 'plain'): readonly string[] {
  const known = methods.filter((method) => findRoute(method, path, modelNames) !== undefined)
  return known.some((method) => method === 'GET') ? ['GET', 'HEAD', ...known.slice(1)] : known
}

/** A download or deletion matches anything after `/files/`: SDKs embed an http URL in it (wire §5.3). */
function compile(
  { method, path, prefixes }: Route,
  modelNames: ModelNames,
): { pattern: RegExp; names: readonly string[] } {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const template = path
    .replaceAll('.', '\\.')
    .replace(/\{model\}$/, '(?!.*/operations/){model}')
    .replace('{model}', modelPatterns[modelNames])
    .replace('{operation}', '([^/]+)')
    .replace('{upload}', '([^/:]+)')
    .replace('{file}:download', '(.*[:/].*)')
    .replace('{file}', method === 'DELETE' ? '(.+)' : '([^/:]+)')
  return { pattern: new RegExp(`^(${prefixes.join('|')})${template}$`), names }
}

interface Target {
  /** Percent-encoded as the client sent it, except for the colon before a verb. */
  readonly path: string
  /** Decoded, for matching only. */
  readonly decodedPath: string
  /** As the client sent it, without `callback` and parameters that may be a key. */
  readonly query: string
  /** Every decoded value of the query parameter `key`. */
  readonly keys: readonly string[]
  /** Host and port of a target in absolute form, which take precedence over the Host header. */
  readonly authority: string | undefined
}

export function readTarget(target: string): Target {
  const absolute = target.startsWith('/') ? null : /^https?:\/\/([^/?#]*)/i.exec(target)
  const local = absolute ? target.slice(absolute[0].length) || '/' : target
  const mark = local.indexOf('?')
  const path = mark < 0 ? local : local.slice(0, mark)
  return {
    path: path.includes('%') ? path.replace(/%3A(\w+)$/i, ':$1') : path,
    decodedPath: decodePath(path),
    ...readQuery(mark < 0 ? '' : local.slice(mark + 1)),
    authority: absolute?.[1],
  }
}

/** Clients may send a colon as `%3A`, and a model as `models%2Fx` (decisions §1). */
function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    throw new ApiError('INVALID_ARGUMENT', 'The path has invalid percent-encoding.')
  }
}

/** Not forwarded: parameters in which scripts put a key by mistake, and the one that turns JSON into a script. */
const strippedParameters = /^(?:callback|(?:x-goog-)?(?:api[_-]?)?key|access_token)$/i

function readQuery(query: string): { query: string; keys: readonly string[] } {
  if (query === '' || query === 'alt=sse') return { query, keys: [] }
  const keys: string[] = []
  const others: string[] = []
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    const name = decodeValue(equals < 0 ? pair : pair.slice(0, equals))
    if (name === 'key') keys.push(equals < 0 ? '' : decodeValue(pair.slice(equals + 1)))
    else if (pair !== '' && !strippedParameters.test(name)) others.push(pair)
  }
  return { query: others.join('&'), keys }
}

function decodeValue(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
