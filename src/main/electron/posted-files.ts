// Files that the page posts piece by piece, on their way to the media folder.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { ApiError, toGeminiBody } from '#shared/schemas/api-error'
import type { Media } from '#workspace/media/media'
import type { MediaFile } from '#workspace/media/media-file'
import { toShownName } from '#workspace/media/shown-name'
import { type PostedPiece, readPiece } from './posted-piece'

interface PostedFilesPorts {
  readonly keepStream: Media['keepStream']
  /** Bytes; a larger file could not travel with any prompt. */
  readonly limit: () => number
  /** Milliseconds after which a file is given up whose next piece does not come: its page is gone. */
  readonly patience?: number
}

/**
 * In pieces, because Electron 25 hands over a posted blob as nothing, and mixes up the bytes of a stream.
 * Answers `{ received }`, after the last piece `{ media, mimeType, name, bytes }`, or `{ error }` with a sentence.
 */
export type AnswerPost = (request: Request) => Promise<Response>

interface Upload {
  readonly name: string
  readonly length: number
  readonly pipe: PassThrough
  readonly kept: Promise<MediaFile>
  readonly timer: NodeJS.Timeout
  received: number
}

export function createPostedFiles({ keepStream, limit, patience = 60_000 }: PostedFilesPorts): AnswerPost {
  const uploads = new Map<string, Upload>()

  function begin({ upload: id, name, length, use }: PostedPiece): Upload {
    if (use === 'prompt' && length > limit()) throw tooLarge(name, length, limit())
    // What breaks it reaches `kept`; it may come before that listens.
    const pipe = new PassThrough().on('error', () => undefined)
    const giveUp = () => {
      pipe.destroy(brokenOff(name))
      uploads.delete(id)
    }
    const timer = setTimeout(giveUp, patience).unref()
    const kept = keepStream({ chunks: pipe, name, length })
    // A refusal is told with the next piece.
    kept.catch(() => undefined)
    const upload = { name, length, pipe, kept, timer, received: 0 }
    uploads.set(id, upload)
    return upload
  }

  function forget(id: string): void {
    const upload = uploads.get(id)
    uploads.delete(id)
    clearTimeout(upload?.timer)
    if (upload && upload.received < upload.length) upload.pipe.destroy(brokenOff(upload.name))
  }

  async function take(piece: PostedPiece, bytes: Uint8Array): Promise<object> {
    const known = uploads.get(piece.upload)
    if (piece.offset !== (known?.received ?? 0)) throw brokenOff(piece.name)
    const upload = known ?? begin(piece)
    upload.timer.refresh()
    upload.received += bytes.length
    await pour(upload, bytes)
    if (upload.received < upload.length) return { received: upload.received }
    upload.pipe.end()
    const { hash, mimeType, length } = await upload.kept
    forget(piece.upload)
    return { media: hash, mimeType, name: toShownName(upload.name, mimeType), bytes: length }
  }

  return async (request) => {
    const id = new URL(request.url).searchParams.get('upload') ?? ''
    try {
      const piece = readPiece(request.url)
      const bytes = new Uint8Array(await request.arrayBuffer())
      if (!piece.cancelled) return Response.json(await take(piece, bytes))
      forget(id)
      return Response.json({ received: 0 })
    } catch (error) {
      forget(id)
      const told = error instanceof ApiError ? error : unexpected(error)
      return Response.json(toGeminiBody(told), { status: told.http })
    }
  }
}

/** Resolves when there is room again; where the file is refused nobody makes any. */
async function pour({ pipe, kept }: Upload, bytes: Uint8Array): Promise<void> {
  if (pipe.destroyed) await kept
  if (!pipe.write(bytes)) await Promise.race([once(pipe, 'drain'), kept])
}

function brokenOff(name: string): ApiError {
  return new ApiError('ABORTED', `${name} broke off before it was whole.`)
}

function tooLarge(name: string, length: number, limit: number): ApiError {
  const message = `${name} has ${toMegabytes(length)} MB, and a request holds ${toMegabytes(limit)} MB at the most.`
  return new ApiError('PAYLOAD_TOO_LARGE', message)
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

function unexpected(error: unknown): ApiError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ApiError('INTERNAL', `The file could not be kept: ${reason}.`, { cause: error })
}
