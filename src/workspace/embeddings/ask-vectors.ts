// Asks for the vectors of some texts and reads them, or throws what was said against it.
import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingSettings } from '#shared/schemas/embedding-set'
import type { Send } from '#shared/wire/call'
import { readBody } from '#shared/wire/read-body'
import { rejectOnAbort } from '../concurrency/abort'
import { readErrorResponse } from '../jobs/errors'
import { toCountCall, toEmbedCall } from './embed-call'
import type { EmbeddedText } from './vector-key'

export interface Asked {
  readonly send: Send
  readonly settings: EmbeddingSettings
  readonly signal: AbortSignal
}

/** A hundred vectors of 8,192 numbers, written with many digits. */
const largestAnswer = 64 * 1024 * 1024

/** One a text, in their order. */
export async function askVectors(asked: Asked, texts: readonly EmbeddedText[]): Promise<Float32Array[]> {
  const answer = await ask(asked, toEmbedCall(asked.settings, texts, asked.signal))
  const found = texts.length === 1 ? [field(answer, 'embedding')] : field(answer, 'embeddings')
  if (!Array.isArray(found) || found.length !== texts.length) throw noVectors()
  return found.map((embedding) => readValues(field(embedding, 'values')))
}

/** Undefined where nobody can tell. */
export async function countTokens(asked: Asked, text: EmbeddedText): Promise<number | undefined> {
  try {
    const total = field(await ask(asked, toCountCall(asked.settings, text, asked.signal)), 'totalTokens')
    return typeof total === 'number' ? total : undefined
  } catch (error) {
    if (asked.signal.aborted) throw error
    return undefined
  }
}

async function ask({ send, signal }: Asked, call: ReturnType<typeof toEmbedCall>): Promise<unknown> {
  const answer = await rejectOnAbort(send)(call)
  if (answer.status < 200 || answer.status > 299) throw await readErrorResponse(answer)
  const bytes = await readBody(answer.body, largestAnswer, noVectors)
  try {
    // What has come whole is paid for: it is taken, even from a call that was given up with its last byte.
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    signal.throwIfAborted()
    throw noVectors()
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** A schema over millions of numbers would cost more than reading them. */
function readValues(values: unknown): Float32Array {
  if (!Array.isArray(values) || values.length === 0) throw noVectors()
  const vector = new Float32Array(values)
  // Lengths that are no numbers, and numbers beyond 32 bits.
  if (values.some((value) => typeof value !== 'number') || !vector.every(Number.isFinite)) throw noVectors()
  return vector
}

function noVectors(): ApiError {
  return new ApiError('UNAVAILABLE', 'The service answered with something that is no embedding.')
}
