// Takes what the page measures and records of sounds: how loud one is, and the pieces of a recording.
import { encodeLoudness } from '#shared/audio/loudness'
import { ApiError, toGeminiBody } from '#shared/schemas/api-error'
import type { Workspace } from '#workspace/workspace'

export type Sounds = Pick<Workspace, 'loudness' | 'recordings'>

/** `media://loudness/<sha256>`: GET answers the profile (`shared/audio/loudness`), or 204 where there is none; POST keeps it. */
export function answerLoudnessOf(request: Request, { loudness }: Sounds): Promise<Response> {
  return answer(async () => {
    const { pathname } = new URL(request.url)
    const media = pathname.slice(1)
    if (request.method === 'POST') {
      await loudness.keep(media, new Uint8Array(await request.arrayBuffer()))
      return Response.json({ media })
    }
    const found = loudness.find(media)
    const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
    if (!found) return new Response(null, { status: 204, headers })
    const type = { 'content-type': 'application/octet-stream' }
    return new Response(encodeLoudness(found), { headers: { ...headers, ...type } })
  })
}

/** `POST media://recording/<id>?offset=<bytes>` appends; answers how many bytes are on the disk. */
export function answerRecording(request: Request, { recordings }: Sounds): Promise<Response> {
  return answer(async () => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const offset = Number(searchParams.get('offset') ?? Number.NaN)
    if (!Number.isSafeInteger(offset) || offset < 0)
      throw new ApiError('INVALID_ARGUMENT', 'offset: must be a number of bytes', { param: 'offset' })
    const piece = new Uint8Array(await request.arrayBuffer())
    await recordings.append(pathname.slice(1), offset, piece)
    return Response.json({ bytes: offset + piece.length })
  })
}

async function answer(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const told = error instanceof ApiError ? error : unexpected(error)
    return Response.json(toGeminiBody(told), { status: told.http })
  }
}

function unexpected(error: unknown): ApiError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ApiError('INTERNAL', `The sound could not be kept: ${reason}.`, { cause: error })
}
