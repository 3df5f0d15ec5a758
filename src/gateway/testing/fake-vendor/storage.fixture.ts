// The host of signed links: returns bytes to any client with the link, but rejects credentials (wire §5.3).
import { createHash } from 'node:crypto'
import { type FakeResponse, type ReceivedRequest, replyText } from './host.fixture'

interface Stored {
  readonly bytes: Buffer
  readonly mimeType: string
}

export class Storage {
  readonly #stored = new Map<string, Stored>()

  /** Returns the path and query of a link. */
  sign(id: string, stored: Stored): string {
    const signature = createHash('sha256').update(`signed ${id}`).digest('hex')
    const link = `/download/${id}?X-Goog-Expires=3600&X-Goog-Signature=${signature}`
    this.#stored.set(link, stored)
    return link
  }

  respond({ method, path, query, headers }: ReceivedRequest): FakeResponse {
    if (method !== 'GET' && method !== 'HEAD') return errorReply(405, 'MethodNotAllowed')
    if (headers.authorization !== undefined || headers['x-goog-api-key'] !== undefined || query.has('key'))
      return errorReply(400, 'InvalidArgument')
    const stored = this.#stored.get(`${path}?${query.toString()}`)
    if (!stored) return errorReply(403, 'SignatureDoesNotMatch')
    return cutRange(stored, headers.range)
  }
}

/** Returns the whole file, or the requested range. */
export function cutRange({ bytes, mimeType }: Stored, range: string | undefined): FakeResponse {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range ?? '')
  const common = {
    'content-type': mimeType,
    'accept-ranges': 'bytes',
    etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    'x-goog-hash': 'crc32c=AAAAAA==',
  }
  if (!match || (match[1] === '' && match[2] === ''))
    return reply(200, { ...common, 'content-length': String(bytes.length) }, bytes)
  const start = match[1] === '' ? Math.max(0, bytes.length - Number(match[2])) : Number(match[1])
  const end =
    match[1] === '' || match[2] === '' ? bytes.length - 1 : Math.min(Number(match[2]), bytes.length - 1)
  if (start > end || start >= bytes.length)
    return reply(416, { ...common, 'content-range': `bytes */${bytes.length}` }, Buffer.alloc(0))
  const part = bytes.subarray(start, end + 1)
  const headers = {
    ...common,
    'content-range': `bytes ${start}-${end}/${bytes.length}`,
    'content-length': String(part.length),
  }
  return reply(206, headers, part)
}

function reply(status: number, headers: Readonly<Record<string, string>>, bytes: Buffer): FakeResponse {
  return { status, headers, chunks: bytes.length > 0 ? [bytes] : [] }
}

function errorReply(status: number, code: string): FakeResponse {
  return replyText(`<?xml version='1.0' encoding='UTF-8'?><Error><Code>${code}</Code></Error>`, {
    status,
    type: 'application/xml; charset=UTF-8',
  })
}
