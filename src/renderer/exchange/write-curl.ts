// Writes a logged request as a curl command for a POSIX shell; the local key is read from the environment.
import { keyHint, keyVariable, quote } from '#shared/endpoints/samples/sample-request'
import type { Exchange } from '#shared/schemas/exchange'

/** In characters; the log truncates longer bodies. */
const maxBodyLength = 262_144

/** curl sets these itself, or the log has redacted them. */
const isOmitted =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|expect|authorization|x-goog-api-key|x-playground-.*)$/i

export function writeCurl(exchange: Exchange, baseUrl: string): string {
  const { method, path, requestHeaders, requestBody, requestBytes } = exchange
  // The log has no query, because it may contain a key. Without this one, a stream would be a JSON array.
  const isStream = (exchange.responseHeaders['content-type'] ?? '').startsWith('text/event-stream')
  const url = `${baseUrl}${path}${isStream && path.endsWith(':streamGenerateContent') ? '?alt=sse' : ''}`
  // The log has only a description of a form.
  const isForm = (requestHeaders['content-type'] ?? '').startsWith('multipart/form-data')
  const headers = Object.entries(requestHeaders).filter(
    ([name]) => !isOmitted.test(name) && !(isForm && name === 'content-type'),
  )
  const hasBody = requestBody !== '' && !isForm
  const lines = [
    `curl -N${method === 'GET' || (method === 'POST' && (hasBody || isForm)) ? '' : ` -X ${method}`} ${quote(url)}`,
    `-H "x-goog-api-key: $${keyVariable}"`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(isForm ? [`-F ${quote(`model=${exchange.model ?? ''}`)}`, `-F 'file=@audio.wav'`] : []),
    ...(hasBody ? [`--data-raw ${quote(requestBody)}`] : []),
  ]
  const gaps = isForm
    ? '# The log doesn’t have the file: replace audio.wav.\n'
    : describeGaps(requestBody, requestBytes)
  return `${gaps}# ${keyHint}\n${lines.join(' \\\n  ')}\n`
}

/** Mentions parts that the log does not have. */
function describeGaps(body: string, bytes: number): string {
  if (bytes === 0) return ''
  if (body === '') return '# The log doesn’t have the body.\n'
  if (body.length >= maxBodyLength) return '# The log has only the first 256 KB of the body.\n'
  const isShortened = new TextEncoder().encode(body).length !== bytes
  return isShortened ? '# The log has only the size of media in the body.\n' : ''
}
