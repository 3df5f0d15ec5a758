// Explains the error of a request in plain words, and says what to do next.
import type { Exchange } from '#shared/schemas/exchange'

/** Returns null for a success, and if the gateway's own message says it all. */
export function explainError({
  errorClass,
  outcome,
  status,
  times,
}: Pick<Exchange, 'errorClass' | 'outcome' | 'status' | 'times'>): string | null {
  if (errorClass === null) return null
  if (outcome === 'rejected')
    return 'The gateway rejected the request before it was sent. Check the address and the local key of the client.'
  const hasResponse = times.upstreamHeaders !== null
  if (errorClass === 'connection' && hasResponse)
    return 'The provider is overloaded or unavailable. Wait a moment, then replay the request.'
  if (errorClass === 'invalid' && !hasResponse && !invalidReasons.has(status)) return null
  if (errorClass === 'invalid') return invalidReasons.get(status) ?? reasons.invalid
  return reasons[errorClass]
}

const invalidReasons: ReadonlyMap<number, string> = new Map([
  [404, 'The model, file, or path doesn’t exist. Check its spelling, or select another model.'],
  [413, 'The request is too large. Send less text, or smaller files.'],
  [415, 'The content type isn’t supported. Send JSON with the header “content-type: application/json”.'],
])

const reasons: Readonly<Record<NonNullable<Exchange['errorClass']>, string>> = {
  auth: 'The provider didn’t accept the API key. Check it in Settings > Provider.',
  'rate-limit': 'The provider’s rate limit or quota is reached. Wait a moment, then replay the request.',
  invalid: 'The request isn’t valid for this model. Change what the message names, then send it again.',
  timeout: 'The provider took too long to respond. Replay the request, or raise the timeouts in Settings.',
  connection: 'The provider wasn’t reached. Check the base URL, the network, and the proxy.',
  server: 'The provider failed. Replay the request later.',
  stream: 'The response failed after it had started. The part that was received is below.',
  cancelled: 'The client disconnected, or the request was stopped.',
}
