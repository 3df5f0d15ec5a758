// Finds the route of a request: the table's templates as patterns of Hono's router.
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { type Route, type RouteId, routeList, verbOf } from '#shared/endpoints/routes'

export interface FoundRoute {
  readonly id: RouteId
  readonly route: Route
  readonly prefix: string
  readonly parameters: Readonly<Record<string, string>>
}

type Entry = Omit<FoundRoute, 'parameters'>

export interface RouteFinder {
  /** `path` is decoded. */
  readonly find: (method: string, path: string) => FoundRoute | undefined
  /** The methods that this path knows; empty where the path is unknown. */
  readonly methodsOf: (path: string) => readonly string[]
}

/** Addresses that are remembered, and the length from which none is. */
const mostRecent = 256
const longAddress = 256

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

export function createRouteFinder(): RouteFinder {
  const router = new SmartRouter<Entry>({ routers: [new RegExpRouter(), new TrieRouter()] })
  for (const [id, route] of routeList) {
    for (const prefix of route.prefixes)
      router.add(route.method, toPattern(route, prefix), { id, route, prefix })
  }

  function find(method: string, path: string): FoundRoute | undefined {
    // `models/x` may stand where `x` is meant (decisions §1).
    const [matches, stash] = router.match(method, path.replace('/models/models/', '/models/'))
    const match = matches[0]
    if (!match) return undefined
    const [entry, found] = match
    const parameters: Record<string, string> = {}
    for (const name in found) {
      const value = found[name]
      parameters[name] = stripVerb((typeof value === 'number' ? stash?.[value] : value) ?? '', entry.route)
    }
    return { ...entry, parameters }
  }

  const recent = new Map<string, FoundRoute>()

  /** Callers ask for few addresses, again and again. */
  function findAgain(method: string, path: string): FoundRoute | undefined {
    const address = `${method} ${path}`
    const known = recent.get(address)
    if (known) return known
    const found = find(method, path)
    if (recent.size >= mostRecent) recent.clear()
    if (found && address.length < longAddress) recent.set(address, found)
    return found
  }

  return {
    find: (method, path) => findAgain(method === 'HEAD' ? 'GET' : method, path),
    methodsOf: (path) => {
      const known = methods.filter((method) => find(method, path) !== undefined)
      return known.some((method) => method === 'GET') ? ['GET', 'HEAD', ...known.slice(1)] : known
    },
  }
}

/**
 * In Hono `/:model:generateContent` is one parameter that takes every verb, so the verb is part of the parameter's pattern.
 * A download or deletion takes anything after `/files/`: SDKs bury an http address in it (wire §5.3).
 */
function toPattern(route: Route, prefix: string): string {
  const path = route.path
    .replace(/\{model\}(:\w+)?/, (_, verb: string | undefined) => `:model{[^/:]+${verb ?? ''}}`)
    .replace('{operation}', ':operation{[^/]+}')
    .replace('{file}:download', ':file{.*[:/].*}')
    .replace('{file}', route.method === 'DELETE' ? ':file{.+}' : ':file{[^/:]+}')
    .replace('{upload}', ':upload{[^/:]+}')
  return prefix + path
}

function stripVerb(value: string, route: Route): string {
  const verb = verbOf(route)
  return verb !== undefined && value.endsWith(`:${verb}`) ? value.slice(0, -verb.length - 1) : value
}
