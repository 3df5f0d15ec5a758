// Formats an endpoint's example as a curl command, with the credential where the specification requires it (§5).
import type { Endpoint } from '#shared/endpoints/endpoints'
import { type Route, routes, toPath } from '#shared/endpoints/routes'
import { quote } from '#shared/endpoints/samples/sample-request'

interface SampleTarget {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly key: string
  /** The audio file of E1. */
  readonly file?: string
}

export function toCurl(endpoint: Endpoint, target: SampleTarget): string {
  const route: Route = routes[endpoint.route]
  const query = new Map(Object.entries(endpoint.query ?? {}))
  if (route.credential === 'query-or-header') query.set('key', target.key)
  const path = toPath(route, endpoint.prefix, { model: endpoint.model })
  const lines = [
    `curl ${route.responseType === 'stream' ? '-N ' : ''}${quote(target.baseUrl + path + toQuery(query))}`,
    ...(route.credential === 'query-or-header' ? [] : [`-H ${quote(`Authorization: Bearer ${target.key}`)}`]),
    ...toBodyLines(endpoint, target.file ?? 'speech.mp3'),
  ]
  return lines.join(' \\\n  ')
}

function toBodyLines(endpoint: Endpoint, file: string): readonly string[] {
  if (endpoint.example === null)
    return [`-F ${quote(`model=${endpoint.model}`)}`, `-F ${quote(`file=@${file}`)}`]
  return [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(endpoint.example))}`]
}

function toQuery(query: ReadonlyMap<string, string>): string {
  const pairs = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
