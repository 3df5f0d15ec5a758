// Receives files that the page uploads in chunks, and stores them in the media folder.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { Media } from '#workspace/media/media'
import type { MediaFile } from '#workspace/media/media-file'
import { supportedAudio, toDisplayName } from '#workspace/media/media-type'
import type { Transfers } from '#workspace/user-data/transfers'
import { respondOrError } from './media-requests'

interface UploadPorts {
  readonly storeStream: Media['storeStream']
  readonly transfers: Pick<Transfers, 'run' | 'setWaiting'>
  /** Bytes; a larger file could not be sent with any prompt. */
  readonly limit: () => number
  /** Milliseconds without a chunk after which a file is discarded, because its page must have closed. */
  readonly timeout?: number
}

/**
 * In chunks, because Electron 25 passes a posted blob as empty, and mixes up the bytes of a stream.
 * Responds with `{ received }`, after the last chunk with `{ media, mimeType, name, bytes }`, or with `{ error }`.
 */
export type HandleUpload = (request: Request) => Promise<Response>

interface Upload {
  readonly name: string
  readonly length: number
  readonly pipe: PassThrough
  readonly stored: Promise<MediaFile>
  readonly timer: NodeJS.Timeout
  received: number
}

export function createUploadHandler({
  storeStream,
  transfers,
  limit,
  timeout = 60_000,
}: UploadPorts): HandleUpload {
  const uploads = new Map<string, Upload>()

  function begin({ upload: id, name, length, use }: UploadChunk): Upload {
    if (use === 'prompt' && length > limit()) throw tooLarge(name, length, limit())
    // An error reaches `stored`, but it may occur before `stored` listens.
    const pipe = new PassThrough().on('error', () => undefined)
    const giveUp = () => {
      pipe.destroy(brokenOff(name))
      uploads.delete(id)
    }
    const timer = setTimeout(giveUp, timeout).unref()
    const storing = transfers.run('files', () => storeStream({ chunks: pipe, name, length }))
    const stored = use === 'sound' ? storing.catch((error) => rejectAudio(name, error)) : storing
    // A rejection is reported with the next chunk.
    stored.catch(() => undefined)
    const upload = { name, length, pipe, stored, timer, received: 0 }
    uploads.set(id, upload)
    return upload
  }

  function remove(id: string): void {
    const upload = uploads.get(id)
    uploads.delete(id)
    clearTimeout(upload?.timer)
    if (upload && upload.received < upload.length) upload.pipe.destroy(brokenOff(upload.name))
  }

  async function receive(chunk: UploadChunk, bytes: Uint8Array): Promise<object> {
    const begun = uploads.get(chunk.upload)
    if (chunk.offset !== (begun?.received ?? 0)) throw brokenOff(chunk.name)
    const upload = begun ?? begin(chunk)
    upload.timer.refresh()
    upload.received += bytes.length
    if (chunk.waiting !== undefined) transfers.setWaiting(chunk.waiting)
    await writeChunk(upload, bytes)
    if (upload.received < upload.length) return { received: upload.received }
    upload.pipe.end()
    const { hash, mimeType, length } = await upload.stored
    remove(chunk.upload)
    return { media: hash, mimeType, name: toDisplayName(upload.name, mimeType), bytes: length }
  }

  return (request) =>
    respondOrError('the file', async () => {
      const id = new URL(request.url).searchParams.get('upload') ?? ''
      try {
        const chunk = parseUploadChunk(request.url)
        const bytes = new Uint8Array(await request.arrayBuffer())
        if (!chunk.cancelled) return Response.json(await receive(chunk, bytes))
        remove(id)
        return Response.json({ received: 0 })
      } catch (error) {
        remove(id)
        throw error
      }
    })
}

/** Resolves when the stream can take more; if the file is rejected, `stored` rejects. */
async function writeChunk({ pipe, stored }: Upload, bytes: Uint8Array): Promise<void> {
  if (pipe.destroyed) await stored
  if (!pipe.write(bytes)) await Promise.race([once(pipe, 'drain'), stored])
}

function rejectAudio(name: string, error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'UNSUPPORTED_MEDIA_TYPE') throw error
  const message = `“${name}” isn’t in a supported audio format. Supported formats: ${supportedAudio}.`
  throw new ApiError(error.code, message, { cause: error })
}

function brokenOff(name: string): ApiError {
  return new ApiError('ABORTED', `“${name}” was cut off during transfer. Add it again.`)
}

function tooLarge(name: string, length: number, limit: number): ApiError {
  const message = `“${name}” is ${toMegabytes(length)} MB. The request limit is ${toMegabytes(limit)} MB.`
  return new ApiError('PAYLOAD_TOO_LARGE', message)
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

const Count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

const UploadChunk = z
  .object({
    /** The same for all chunks of a file. */
    upload: z.uuid(),
    name: z.string().min(1).max(1000),
    /** Offset of this chunk in the file, in bytes. */
    offset: Count,
    /** Size of the whole file. */
    bytes: Count,
    /** A prompt and its files are sent in one request. Audio is sent in pieces, so only the disk limits it. */
    use: z.enum(['prompt', 'sound']).default('prompt'),
    /** The number of files that the page will add after those being uploaded. */
    waiting: Count.optional(),
    /** The page has canceled the upload. */
    cancelled: z.literal('true').optional(),
  })
  .transform(({ bytes: length, cancelled, ...chunk }) => ({
    ...chunk,
    length,
    cancelled: cancelled === 'true',
  }))
type UploadChunk = z.infer<typeof UploadChunk>

/** Parses `?upload=…&name=…&offset=…&bytes=…&use=…`. Throws INVALID_ARGUMENT with the parameter. */
function parseUploadChunk(url: string): UploadChunk {
  const result = UploadChunk.safeParse(Object.fromEntries(new URL(url).searchParams))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new ApiError('INVALID_ARGUMENT', `${issue?.path.join('.')}: ${issue?.message}`)
}
