// Finds which route of the endpoint table a call is for.
import { type Route, type RouteId, routeList } from '#shared/endpoints/routes'

export interface FoundRoute {
  readonly id: RouteId
  readonly route: Route
  /** The path's `{model}`, `{operation}` and `{file}`. */
  readonly values: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

const patterns = routeList.flatMap(([id, route]) =>
  route.prefixes.map((prefix) => ({ id, route, pattern: toPattern(prefix + route.path) })),
)

function toPattern(path: string): RegExp {
  const escaped = path.replaceAll('.', '\\.')
  const pattern = escaped
    .replace('{model}', '(?<model>(?:models/)?[^/]+?)')
    .replace(/\{(\w+)\}/g, '(?<$1>[^/]+?)')
  return new RegExp(`^${pattern}$`)
}

export function findRoute(method: string, target: string): FoundRoute | undefined {
  const [path = '', query = ''] = target.split('?', 2)
  const plain = path.replace(/%3a/gi, ':')
  for (const { id, route, pattern } of patterns) {
    const match = route.method === method ? plain.match(pattern) : null
    if (match) return { id, route, values: readValues(match.groups ?? {}), query: new URLSearchParams(query) }
  }
  return undefined
}

function readValues(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).replace(/^models\//, '')
  } catch {
    return text
  }
}
