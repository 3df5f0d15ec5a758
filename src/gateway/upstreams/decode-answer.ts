// Undoes a compression that an answer bears though none was asked for: what reads along can read plain bytes alone.
import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ApiError } from '#shared/schemas/api-error'
import type { Answer, Body } from '#shared/wire/call'

const decoders = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createGunzip,
  'x-gzip': createGunzip,
} as const

/** Part of a compressed body cannot be read by itself and stays; so does what is compressed in another way. */
export function decodeAnswer(answer: Answer): Answer {
  if (answer.headers['content-encoding'] === undefined) return answer
  const { 'content-encoding': encoding = '', 'content-length': _, ...headers } = answer.headers
  const name = encoding.trim().toLowerCase()
  if (!isKnown(name) || answer.status === 206 || answer.body === null) return answer
  return { ...answer, headers, body: decode(answer.body, name) }
}

function isKnown(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name)
}

/** What arrived can be read at once; leaving early leaves the compressed bytes, too. */
async function* decode(
  body: NonNullable<Body>,
  name: keyof typeof decoders,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = decoders[name]()
  const source = body instanceof Uint8Array ? [body] : body
  pipeline(Readable.from(source), decoder, () => {})
  try {
    // A decoder without an encoding yields bytes.
    for await (const chunk of decoder) yield chunk as Uint8Array
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new ApiError('UNAVAILABLE', 'The answer of the upstream is compressed, but broken.', { cause })
  }
}
