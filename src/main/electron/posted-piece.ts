// Reads what the page says of a piece of a file that it posts.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'

const Count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

const Query = z.object({
  upload: z.uuid(),
  name: z.string().min(1).max(1000),
  offset: Count,
  bytes: Count,
  use: z.enum(['prompt', 'sound']).default('prompt'),
  cancelled: z.literal('true').optional(),
})

export interface PostedPiece {
  /** The same for all pieces of a file. */
  readonly upload: string
  readonly name: string
  /** Where this piece begins. */
  readonly offset: number
  /** Of the whole file. */
  readonly length: number
  /** A prompt travels in one request, whatever goes with it; a sound is sent in pieces, and only the disk limits it. */
  readonly use: 'prompt' | 'sound'
  /** No more of it will come. */
  readonly cancelled: boolean
}

/** `?upload=…&name=…&offset=…&bytes=…&use=…`; throws INVALID_ARGUMENT, with the place. */
export function readPiece(url: string): PostedPiece {
  const read = Query.safeParse(Object.fromEntries(new URL(url).searchParams))
  if (read.success) {
    const { upload, name, offset, bytes, use, cancelled } = read.data
    return { upload, name, offset, length: bytes, use, cancelled: cancelled !== undefined }
  }
  const [issue] = read.error.issues
  throw new ApiError('INVALID_ARGUMENT', `${issue?.path.join('.')}: ${issue?.message}`)
}
