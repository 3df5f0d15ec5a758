// Gives the page the vectors of a set in one block of bytes, which is never whole in this process.
import { ApiError, toGeminiBody } from '#shared/schemas/api-error'
import type { Workspace } from '#workspace/workspace'

export type Vectors = Pick<Workspace['embeddings'], 'vectors'>

/** `GET media://vectors/<set id>?dimensions=<n>`: a block as `shared/vectors/vector-block` reads it. */
export async function answerVectors(request: Request, embeddings: Vectors): Promise<Response> {
  try {
    const { pathname, searchParams } = new URL(request.url)
    const dimensions = Number(searchParams.get('dimensions') ?? Number.NaN)
    if (!Number.isInteger(dimensions) || dimensions < 1)
      throw new ApiError('INVALID_ARGUMENT', 'dimensions: must be a whole number', { param: 'dimensions' })
    const id = decodeURIComponent(pathname.slice(1))
    const { byteLength, pieces } = await embeddings.vectors({ id, dimensions })
    return new Response(toStream(pieces), { headers: { ...headers, 'content-length': String(byteLength) } })
  } catch (error) {
    const told = error instanceof ApiError ? error : unexpected(error)
    return Response.json(toGeminiBody(told), { status: told.http })
  }
}

/** Without a Node stream in between, which would copy each piece. */
function toStream(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reading = pieces[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await reading.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await reading.return?.()
    },
  })
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
