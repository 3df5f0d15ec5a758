// Parses the state of an operation: running, done with samples, filtered, or failed (wire §5.2).
import type { JobError } from '#shared/schemas/job'
import type { Operation } from '#shared/schemas/operation'
import { abbreviateBase64 } from '#shared/wire/abbreviate-base64'

export type Sample =
  /** Path and query at the gateway. */
  { readonly path: string } | { readonly base64: string }

export type Found =
  | { readonly type: 'running' }
  | { readonly type: 'failed'; readonly error: JobError }
  /** In the vendor's words. */
  | { readonly type: 'filtered'; readonly reasons: string[] }
  /** With `reasons` if others were filtered. */
  | { readonly type: 'done'; readonly samples: readonly Sample[]; readonly reasons: string[] }

export function readOperation({ done, response, error }: Operation): Found {
  if (done !== true) return { type: 'running' }
  if (error) return { type: 'failed', error: toError(error) }
  const {
    generatedSamples = [],
    raiMediaFilteredCount = 0,
    raiMediaFilteredReasons = [],
  } = response?.generateVideoResponse ?? {}
  const samples = generatedSamples.flatMap(({ video }) => readSample(video ?? {}))
  const reasons = raiMediaFilteredReasons.map(abbreviateBase64)
  if (samples.length > 0) return { type: 'done', samples, reasons }
  if (raiMediaFilteredCount > 0 || reasons.length > 0) return { type: 'filtered', reasons }
  return { type: 'failed', error: { code: 'UNAVAILABLE', message: nothingMade } }
}

const nothingMade = 'The service says that it is done, but has sent no video and no reason.'

/** `google.rpc.Code`, not a status of HTTP. */
const rpcCodes: Readonly<Record<number, string>> = {
  1: 'CANCELLED',
  2: 'UNKNOWN',
  3: 'INVALID_ARGUMENT',
  4: 'DEADLINE_EXCEEDED',
  5: 'NOT_FOUND',
  7: 'PERMISSION_DENIED',
  8: 'RESOURCE_EXHAUSTED',
  9: 'FAILED_PRECONDITION',
  10: 'ABORTED',
  12: 'UNIMPLEMENTED',
  13: 'INTERNAL',
  14: 'UNAVAILABLE',
  16: 'UNAUTHENTICATED',
}

function toError({ code = 2, message }: NonNullable<Operation['error']>): JobError {
  const text = abbreviateBase64(message?.trim() ?? '')
  return { code: rpcCodes[code] ?? 'UNKNOWN', message: text || 'The service failed, and does not say why.' }
}

/** `uri`; or the bytes themselves, by each of the names that are in use. */
function readSample(video: Readonly<Record<string, unknown>>): Sample[] {
  const path = typeof video.uri === 'string' ? toOwnPath(video.uri) : undefined
  if (path !== undefined) return [{ path }]
  const inline = asObject(video.inlineData)
  const base64 = [video.video, video.encodedVideo, video.bytesBase64Encoded, inline.data].find(isText)
  return base64 === undefined ? [] : [{ base64 }]
}

/** The gateway has given each file an address of its own; its host is never asked for, whatever it is. */
function toOwnPath(uri: string): string | undefined {
  try {
    const { protocol, pathname, search } = new URL(uri, 'http://gateway')
    return /^https?:$/.test(protocol) ? pathname + search : undefined
  } catch {
    return undefined
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
