// Writes the headless gateway's log: one line for each request, as text or as JSON.
import { type EndedSummary, toFinalStatus } from '#shared/schemas/exchange'

export const logFormats = ['text', 'json'] as const
export type LogFormat = (typeof logFormats)[number]

/** `level` is written in JSON only. */
export function formatMessage(
  format: LogFormat,
  level: 'info' | 'warning' | 'error',
  message: string,
): string {
  return format === 'json' ? toLine({ time: new Date().toISOString(), level, message }) : `${message}\n`
}

/** A stream that was cut off is no success, although its status was sent before. */
export function formatExchange(format: LogFormat, exchange: EndedSummary): string {
  const { method, path, endpoint, outcome, startedAt, total } = exchange
  const status = toFinalStatus(exchange)
  if (format === 'text') {
    const end = outcome === 'completed' || outcome === 'rejected' ? '' : ` ${outcome}`
    const key = exchange.keyId === undefined ? '' : ` ${exchange.client}`
    return `${method} ${path} ${endpoint ?? ''} ${status}${end} ${Math.round(total)} ms${key}\n`
  }
  return toLine({
    time: new Date(startedAt + total).toISOString(),
    id: exchange.id,
    method,
    path,
    route: exchange.route,
    endpoint,
    model: exchange.model,
    client: exchange.client,
    key: exchange.keyId ?? null,
    upstream: exchange.upstream,
    status,
    outcome,
    errorClass: exchange.errorClass,
    error: exchange.error,
    inputTokens: exchange.inputTokens,
    outputTokens: exchange.outputTokens,
    thoughtsTokens: exchange.thoughtsTokens,
    cachedTokens: exchange.cachedTokens,
    firstByteMs: exchange.firstByte,
    durationMs: total,
    overheadMs: exchange.overhead,
    requestBytes: exchange.requestBytes,
    responseBytes: exchange.responseBytes,
  })
}

function toLine(fields: object): string {
  return `${JSON.stringify(fields)}\n`
}
