// Finds the route of a request: the endpoint table's path templates, compiled to regular expressions.
import { type Route, type RouteId, routeList } from '#shared/endpoints/routes'

export interface RouteMatch {
  readonly id: RouteId
  readonly route: Route
  /** As it came: `/v1beta` or `/v1/v1beta`; empty if the route has none. */
  readonly prefix: string
  /** The template's segments, decoded; a model without `models/`. */
  readonly parameters: Readonly<Record<string, string>>
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

const patterns = routeList.map(([id, route]) => ({ id, route, ...compile(route) }))
const patternsOf = new Map<string, typeof patterns>(
  methods.map((method) => [method, patterns.filter(({ route }) => route.method === method)]),
)

/** `path` is decoded. */
export function findRoute(method: string, path: string): RouteMatch | undefined {
  // `models/x` may be written where `x` is meant (decisions §1).
  const plain = path.replace('/models/models/', '/models/')
  for (const { id, route, pattern, names } of patternsOf.get(method === 'HEAD' ? 'GET' : method) ?? []) {
    const match = pattern.exec(plain)
    if (!match) continue
    const parameters: Record<string, string> = {}
    for (const [index, name] of names.entries()) parameters[name] = match[index + 2] ?? ''
    return { id, route, prefix: match[1] ?? '', parameters }
  }
  return undefined
}

/** The methods that this path allows; empty if the path is unknown. */
export function methodsOf(path: string): readonly string[] {
  const known = methods.filter((method) => findRoute(method, path) !== undefined)
  return known.some((method) => method === 'GET') ? ['GET', 'HEAD', ...known.slice(1)] : known
}

/** A download or deletion takes anything after `/files/`: SDKs embed an http URL in it (wire §5.3). */
function compile({ method, path, prefixes }: Route): { pattern: RegExp; names: readonly string[] } {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const template = path
    .replaceAll('.', '\\.')
    .replace('{model}', '([^/:]+)')
    .replace('{operation}', '([^/]+)')
    .replace('{upload}', '([^/:]+)')
    .replace('{file}:download', '(.*[:/].*)')
    .replace('{file}', method === 'DELETE' ? '(.+)' : '([^/:]+)')
  return { pattern: new RegExp(`^(${prefixes.join('|')})${template}$`), names }
}
