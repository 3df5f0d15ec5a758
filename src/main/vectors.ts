// Gives the page the vectors of a set in one block of bytes, which is never whole in this process.
import { Readable } from 'node:stream'
import { ApiError, toGeminiBody } from '#shared/schemas/api-error'
import type { Workspace } from '#workspace/workspace'

export type Vectors = Pick<Workspace['embeddings'], 'vectors'>

/** `GET media://vectors/<set id>?dimensions=<n>`: a block as `shared/vectors/vector-block` reads it. */
export function answerVectors(request: Request, embeddings: Vectors): Response {
  try {
    const { pathname, searchParams } = new URL(request.url)
    const dimensions = Number(searchParams.get('dimensions') ?? Number.NaN)
    if (!Number.isInteger(dimensions) || dimensions < 1)
      throw new ApiError('INVALID_ARGUMENT', 'dimensions: must be a whole number', { param: 'dimensions' })
    const id = decodeURIComponent(pathname.slice(1))
    const { byteLength, pieces } = embeddings.vectors({ id, dimensions })
    // Node's web streams and Electron's global ones are the same at run time, not in their types.
    const body = Readable.toWeb(Readable.from(pieces, { objectMode: false })) as unknown as ReadableStream
    return new Response(body, { headers: { ...headers, 'content-length': String(byteLength) } })
  } catch (error) {
    const told = error instanceof ApiError ? error : unexpected(error)
    return Response.json(toGeminiBody(told), { status: told.http })
  }
}

const headers = {
  'content-type': 'application/octet-stream',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

function unexpected(error: unknown): ApiError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ApiError('INTERNAL', `The vectors could not be read: ${reason}.`, { cause: error })
}
