// Reads the body of a request whole, but never more of it than the limit.
import type { IncomingMessage } from 'node:http'
import { ApiError } from '#shared/schemas/api-error'

export function readBytes(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  const announced = Number(incoming.headers['content-length'] ?? 0)
  if (announced > limit) return Promise.reject(tooLarge(limit, announced))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) chunks.push(chunk)
      else {
        chunks.length = 0
        reject(tooLarge(limit, length))
      }
    })
    incoming.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    incoming.on('error', () => reject(new ApiError('CANCELLED', 'The caller broke off its request.')))
  })
}

function tooLarge(limit: number, bytes: number): ApiError {
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than the limit of ${limit} bytes (${bytes} bytes read).`,
  )
}
