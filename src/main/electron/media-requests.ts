// Handles the page's requests to `media://` for thumbnails, loudness profiles and chunks of a recording.
import { readFile } from 'node:fs/promises'
import { encodeLoudness } from '#shared/audio/loudness'
import { ApiError, toGeminiBody } from '#shared/schemas/api-error'
import type { Media } from '#workspace/media/media'
import type { Workspace } from '#workspace/workspace'

export type AudioStores = Pick<Workspace, 'loudness' | 'recordings'>

/** `media://loudness/<sha256>`: GET returns the profile (`shared/audio/loudness`), or 204 if it is missing; POST stores it. */
export function handleLoudnessRequest(request: Request, { loudness }: AudioStores): Promise<Response> {
  return respondOrError('the audio', async () => {
    const { pathname } = new URL(request.url)
    const media = pathname.slice(1)
    if (request.method === 'POST') {
      await loudness.save(media, new Uint8Array(await request.arrayBuffer()))
      return Response.json({ media })
    }
    const profile = loudness.find(media)
    const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
    if (!profile) return new Response(null, { status: 204, headers })
    const type = { 'content-type': 'application/octet-stream' }
    return new Response(encodeLoudness(profile), { headers: { ...headers, ...type } })
  })
}

/** `POST media://recording/<id>?offset=<bytes>` appends a chunk, and returns the number of bytes on disk. */
export function handleRecordingRequest(request: Request, { recordings }: AudioStores): Promise<Response> {
  return respondOrError('the audio', async () => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const offset = Number(searchParams.get('offset') ?? Number.NaN)
    if (!Number.isSafeInteger(offset) || offset < 0)
      throw new ApiError('INVALID_ARGUMENT', 'offset: must be a number of bytes', { param: 'offset' })
    const chunk = new Uint8Array(await request.arrayBuffer())
    await recordings.append(pathname.slice(1), offset, chunk)
    return Response.json({ bytes: offset + chunk.length })
  })
}

/** Turns an error into a JSON body with a message; `subject` is used for unexpected errors. */
export async function respondOrError(subject: string, respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const error =
      cause instanceof ApiError
        ? cause
        : new ApiError('INTERNAL', `Couldn’t save ${subject}: ${reason}.`, { cause })
    return Response.json(toGeminiBody(error), { status: error.http })
  }
}

type ThumbnailStore = Pick<Media, 'storeThumbnail' | 'openThumbnail'>

/** One year, because a file that is named by its hash never changes. */
export const unchanging = 'public, max-age=31536000, immutable'

/**
 * `media://thumbnail/<sha256>`: GET and HEAD return the image, or 204 if it is missing; POST stores it.
 */
export function handleThumbnailRequest(request: Request, thumbnails: ThumbnailStore): Promise<Response> {
  return respondOrError('the thumbnail', async () => {
    const hash = new URL(request.url).pathname.slice(1)
    if (request.method !== 'POST') return await serveThumbnail(hash, request, thumbnails)
    const bytes = new Uint8Array(await request.arrayBuffer())
    await thumbnails.storeThumbnail(hash, bytes)
    return Response.json({ media: hash, bytes: bytes.length })
  })
}

async function serveThumbnail(
  hash: string,
  { method }: Request,
  { openThumbnail }: ThumbnailStore,
): Promise<Response> {
  const file = await openThumbnail(hash)
  const bytes = file && (await readFile(file.path).catch(() => undefined))
  // An error status would show up in the page's console. Not cacheable, because the page then creates the image.
  if (!bytes) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  const headers = {
    'content-type': 'image/webp',
    'content-length': String(bytes.length),
    'cache-control': unchanging,
    'x-content-type-options': 'nosniff',
  }
  return new Response(method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
}
