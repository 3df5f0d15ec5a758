// Responds with a stored file, or with the range of it that was requested (RFC 9110 §14.2).
import type { Media } from '#workspace/media/media'
import { readFileChunks } from '#workspace/media/media-file'
import { unchanging } from './media-requests'

type Chunks = AsyncGenerator<Uint8Array, void, undefined>

/** Files that are being read. Electron may never cancel the response of a page that ended while it paused reading. */
export type FileReads = Set<Chunks>

/** `media://library/<sha256>`, or `…/log/<sha256>`: a host name cannot have the 64 characters of a hash. */
export async function serveFile(
  request: Request,
  open: Media['open'],
  reads: FileReads = new Set(),
): Promise<Response> {
  const name = new URL(request.url).pathname.slice(1)
  const media = await open(name).catch((error: Error) => error)
  if (media instanceof Error) return notFound(media.message)
  const range = readRange(request.headers.get('range'), media.length)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${media.length}` } })
  }
  const { start, end } = range ?? { start: 0, end: media.length - 1 }
  const headers: Record<string, string> = {
    'content-type': media.mimeType,
    'content-length': String(end - start + 1),
    'accept-ranges': 'bytes',
    'cache-control': unchanging,
    'x-content-type-options': 'nosniff',
  }
  if (range) headers['content-range'] = `bytes ${start}-${end}/${media.length}`
  if (request.method === 'HEAD') return new Response(null, { headers })
  const body = toPulledStream(readFileChunks(media.path, { start, end: Math.max(end, 0) }), reads)
  return new Response(body, { status: range ? 206 : 200, headers })
}

function notFound(reason = 'Not found.'): Response {
  return new Response(reason, { status: 404, headers: { 'content-type': 'text/plain' } })
}

interface ByteRange {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/** Returns undefined for a missing range, or one to be ignored. `length` is in bytes. */
export function readRange(header: string | null, length: number): ByteRange | 'unsatisfiable' | undefined {
  const match = header?.match(/^bytes=(\d*)-(\d*)$/)
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1)
  return start > end || start >= length ? 'unsatisfiable' : { start, end }
}

/**
 * Opens the file at the first read. Not `Readable.toWeb`: in Node 18 it throws outside of any promise if the stream is
 * canceled between its last byte and its end.
 */
export function toPulledStream(chunks: Chunks, reads: FileReads = new Set()): ReadableStream {
  let isCanceled = false
  return new ReadableStream(
    {
      async pull(controller) {
        reads.add(chunks)
        const { done, value } = await chunks.next().catch((error: unknown) => {
          reads.delete(chunks)
          throw error
        })
        if (done) reads.delete(chunks)
        if (isCanceled) return
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        isCanceled = true
        reads.delete(chunks)
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
}
