// Answers the page about the small pictures that it makes itself, each named by the hash of the large one.
import { readFile } from 'node:fs/promises'
import { ApiError, toGeminiBody } from '#shared/schemas/api-error'
import type { Media } from '#workspace/media/media'

type Thumbnails = Pick<Media, 'keepThumbnail' | 'openThumbnail'>

/** A year: what is named by its hash is never another. */
export const unchanging = 'public, max-age=31536000, immutable'

/**
 * `media://thumbnail/<sha256>`: GET and HEAD answer the picture, or 204 where there is none yet; POST keeps it, whole in
 * one piece.
 */
export async function answerThumbnail(request: Request, thumbnails: Thumbnails): Promise<Response> {
  const hash = new URL(request.url).pathname.slice(1)
  try {
    return request.method === 'POST'
      ? await keep(hash, request, thumbnails)
      : await serve(hash, request, thumbnails)
  } catch (error) {
    const told = error instanceof ApiError ? error : unexpected(error)
    return Response.json(toGeminiBody(told), { status: told.http })
  }
}

async function keep(hash: string, request: Request, { keepThumbnail }: Thumbnails): Promise<Response> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  await keepThumbnail(hash, bytes)
  return Response.json({ media: hash, bytes: bytes.length })
}

async function serve(hash: string, { method }: Request, { openThumbnail }: Thumbnails): Promise<Response> {
  const file = await openThumbnail(hash)
  const bytes = file && (await readFile(file.path).catch(() => undefined))
  // No failure, of which the page's console would tell: the page makes what is missing. It must not be remembered.
  if (!bytes) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  const headers = {
    'content-type': 'image/webp',
    'content-length': String(bytes.length),
    'cache-control': unchanging,
    'x-content-type-options': 'nosniff',
  }
  return new Response(method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
}

function unexpected(error: unknown): ApiError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ApiError('INTERNAL', `The thumbnail could not be kept: ${reason}.`, { cause: error })
}
