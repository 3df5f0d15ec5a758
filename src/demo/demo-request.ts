// A request to the demo service, its route, and the state between requests.

import { type Route, type RouteId, routeList } from '#shared/endpoints/routes'
import type { ModelEntry } from '#shared/models/catalog'
import { decodeLoosely } from '#shared/wire/base-url'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import type { Control } from './control'
import type { FileStore } from './files/file-store'
import type { Uploads } from './files/uploads'
import type { VariationNumbers } from './images/variations'
import type { VideoRenderer } from './video/render-video'

export interface DemoState {
  readonly videos: VideoRenderer
  readonly files: FileStore
  readonly uploads: Uploads
  readonly variations: VariationNumbers
}

export interface DemoRequest {
  /** The catalog, and the models that the user has added. */
  readonly models: readonly ModelEntry[]
  readonly http: HttpRequest
  readonly match: RouteMatch
  readonly control: Control
  readonly state: DemoState
}

export type DemoHandler = (request: DemoRequest) => Promise<HttpResponse> | HttpResponse

/** The host and port for URLs in responses. */
export function hostOf({ headers }: HttpRequest): string {
  return headers.host ?? '127.0.0.1'
}

export interface RouteMatch {
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

export function findRoute(method: string, target: string): RouteMatch | undefined {
  const [path = '', query = ''] = target.split('?', 2)
  const plain = path.replace(/%3a/gi, ':')
  for (const { id, route, pattern } of patterns) {
    const groups = route.method === method ? plain.match(pattern) : null
    if (groups)
      return { id, route, values: readValues(groups.groups ?? {}), query: new URLSearchParams(query) }
  }
  return undefined
}

function readValues(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeLoosely(value).replace(/^models\//, '')]),
  )
}
