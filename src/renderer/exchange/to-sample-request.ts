// A request of the log, for code samples.
import type { SampleRequest } from '#shared/endpoints/samples/sample-request'
import type { Exchange } from '#shared/schemas/exchange'

type Logged = Pick<Exchange, 'method' | 'path' | 'query' | 'route' | 'requestBody' | 'requestBytes'>

/** Returns null if the request can't be written as code: its URL is not logged, or its body is not JSON. */
export function toSampleRequest(exchange: Logged): SampleRequest | null {
  const { method, path, query, route, requestBody: body, requestBytes } = exchange
  if (path.includes('…') || query.includes('…') || !isSampleBody(body, requestBytes)) return null
  const isGeneration = route === 'generateContent' || route === 'streamGenerateContent'
  return {
    method,
    path: query === '' ? path : `${path}?${query}`,
    body,
    media: [],
    keyIn: isGeneration ? 'query' : 'header',
  }
}

function isSampleBody(body: string, bytes: number): boolean {
  if (body === '') return bytes === 0
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
