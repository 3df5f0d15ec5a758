// Converts requests for embeddings of OpenAI clients to those of Google's API, and the embeddings back.
import type { EmbeddingsRequest } from '#shared/schemas/openai-requests'
import { isUnset, type JsonObject } from '#shared/wire/json-objects'
import type { FieldReport } from '../translation/field-report'

/** Texts of one batch; Google's API has this limit. */
export const maxBatch = 100

const known = new Set(['model', 'input', 'dimensions', 'encoding_format'])

/** Returns a request for `embedContent` for each text. Throws INVALID_ARGUMENT for what it has no equivalent of. */
export function toEmbedRequests(request: EmbeddingsRequest, report: FieldReport): readonly JsonObject[] {
  for (const [name, value] of Object.entries(request)) {
    if (isUnset(value) || known.has(name)) continue
    if (name === 'user') report.ignore(name)
    else report.reject(name)
  }
  const { input, dimensions, model } = request
  const texts: readonly unknown[] = typeof input === 'string' ? [input] : input
  const token = texts.findIndex((text) => typeof text !== 'string')
  if (token >= 0) report.reject(`input[${token}]`, 'embeds texts, not tokens')
  return texts.map((text) => ({
    model: `models/${model.replace(/^models\//, '')}`,
    content: { parts: [{ text }] },
    ...(isUnset(dimensions) ? {} : { outputDimensionality: dimensions }),
  }))
}

/**
 * `model`: as the client named it. `isBase64`: as little-endian numbers of 32 bits, which the client's SDK asks for by default.
 * `tokens`: those of all texts; Google's API does not always say.
 */
export function toEmbeddingList(
  vectors: readonly (readonly number[])[],
  model: string,
  isBase64: boolean,
  tokens: number,
): JsonObject {
  return {
    object: 'list',
    data: vectors.map((values, index) => ({
      object: 'embedding',
      index,
      embedding: isBase64 ? toBase64(values) : values,
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

function toBase64(values: readonly number[]): string {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, 4 * index)
  return bytes.toString('base64')
}
