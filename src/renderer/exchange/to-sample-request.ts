// A request of the log, for code samples.
import type { SampleRequest } from '#shared/endpoints/samples/sample-request'
import { findMarks, readForm } from '#shared/exchange/body-marks'
import type { Exchange } from '#shared/schemas/exchange'

type Logged = Pick<
  Exchange,
  'method' | 'path' | 'query' | 'route' | 'requestHeaders' | 'requestBody' | 'requestBytes'
>

/** Returns null if the request can't be written as code: its URL is not logged, or its body is not JSON or a form. */
export function toSampleRequest(exchange: Logged): SampleRequest | null {
  const { method, path, query, route, requestBody: body, requestBytes } = exchange
  if (path.includes('…') || query.includes('…')) return null
  const form = route === 'transcribe' ? toForm(body) : null
  if (form) return { method, path, body: '', media: [], keyIn: 'bearer', ...form }
  if (!isSampleBody(body, requestBytes)) return null
  const isGeneration = route === 'generateContent' || route === 'streamGenerateContent'
  const request = {
    method,
    path: query === '' ? path : `${path}?${query}`,
    body,
    media: [],
    keyIn: isGeneration ? ('query' as const) : ('header' as const),
    headers: toHeaders(exchange),
  }
  const marks = findMarks(body)
  if (marks.length === 0) return request
  return { ...request, notes: [marks.every(({ hash }) => hash !== null) ? savedMediaNote : mediaNote] }
}

const mediaNote = 'The log has only the size of media: replace each <… characters of Base64>.'
const savedMediaNote =
  'Save the media from the request, and replace each <… characters of Base64> with theirs.'

/** Headers of clients and connections don't change the response; the others of the API start with `x-`. */
const sentHeaders = /^x-(?:demo|goog-upload-.*)$/

function toHeaders({ requestHeaders }: Logged): Record<string, string> {
  return Object.fromEntries(
    Object.entries(requestHeaders).filter(([name, value]) => sentHeaders.test(name) && value !== '…'),
  )
}

/** Null if the log has no form. */
function toForm(body: string): Required<Pick<SampleRequest, 'form' | 'notes'>> | null {
  const logged = readForm(body)
  if (!logged) return null
  const { fields, file } = logged
  const form = fields.map(([name, value]): [string, string] => [name, value])
  const isLogged = file?.mark?.hash != null
  return {
    form: file ? [...form, ['file', `@${file.name}`]] : form,
    notes: [isLogged ? savedNote : fileNote],
  }
}

const fileNote = 'The log doesn’t have the file: replace its name with a path on this computer.'
const savedNote = 'Save the file from the request, and replace its name with its path.'

function isSampleBody(body: string, bytes: number): boolean {
  if (body === '') return bytes === 0
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
