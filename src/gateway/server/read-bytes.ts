// Reads the body of a request whole, but never more of it than the limit.
import type { IncomingMessage } from 'node:http'
import { ApiError } from '#shared/schemas/api-error'
import { joinChunks } from '../loop-share'

export interface Reading {
  /** Bytes. */
  readonly limit: number
  /** Milliseconds without a byte. */
  readonly silence: number
}

export function readBytes(incoming: IncomingMessage, { limit, silence }: Reading): Promise<Uint8Array> {
  const announced = Number(incoming.headers['content-length'] ?? 0)
  if (announced > limit) return Promise.reject(tooLarge(limit, announced))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const waiting = setTimeout(() => reject(tooSlow(silence)), silence)
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      waiting.refresh()
      if (length <= limit) chunks.push(chunk)
      else {
        chunks.length = 0
        reject(tooLarge(limit, length))
      }
    })
    incoming.on('close', () => clearTimeout(waiting))
    incoming.on('end', () => {
      clearTimeout(waiting)
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : joinChunks(chunks, length))
    })
    incoming.on('error', () => reject(brokenOff()))
  })
}

/** Nobody is there to be told, and nothing has gone wrong here. */
export function brokenOff(): ApiError {
  return new ApiError('CANCELLED', 'The caller broke off its request.')
}

export function tooSlow(silence: number): ApiError {
  const seconds = Math.round(silence / 1000)
  return new ApiError('DEADLINE_EXCEEDED', `The rest of the request did not come within ${seconds} s.`, {
    http: 408,
  })
}

function tooLarge(limit: number, bytes: number): ApiError {
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than the limit of ${limit} bytes (${bytes} bytes read).`,
  )
}
