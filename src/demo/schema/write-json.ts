// Structured output: the JSON document, or the enum value, that a generation's configuration asks for (E9).
import type { ApiError } from '#shared/schemas/api-error'
import { field, invalidArgument } from '../generation/fields'
import type { Generation } from '../generation/read-request'
import { keywordsOf, sentencesOf, topicOf, wordsOf } from '../text/words'
import { readSource } from './source'
import { startFilling, top, writeValue } from './write-value'

/** Undefined where plain text is wanted. */
export function writeStructured(request: Generation): string | undefined {
  const { config } = request
  const mimeType = String(field(config, 'responseMimeType') ?? 'text/plain').toLowerCase()
  const open = field(config, 'responseSchema')
  const strict = field(config, 'responseJsonSchema')
  if (open !== undefined && strict !== undefined)
    throw refuse('responseSchema and responseJsonSchema exclude each other')
  const schema = strict ?? open
  if (mimeType === 'application/json') return JSON.stringify(writeDocument(request, schema), null, 2)
  if (mimeType === 'text/x.enum') return String(writeEnum(request, schema))
  if (schema !== undefined) throw refuse('a response schema needs responseMimeType: application/json')
  if (mimeType !== 'text/plain')
    throw refuse(
      `responseMimeType: must be one of application/json, text/plain, text/x.enum, not "${mimeType}"`,
    )
  return undefined
}

function refuse(message: string): ApiError {
  return invalidArgument(`generationConfig: ${message}`, 'generationConfig')
}

function writeDocument({ last }: Generation, schema: unknown): unknown {
  if (schema !== undefined) return writeValue(schema, top, startFilling(readSource(last.text), schema))
  return {
    topic: topicOf(last.text),
    keywords: keywordsOf(last.text),
    words: wordsOf(last.text).length,
    sentences: sentencesOf(last.text).length,
    note: 'No schema was given; the demo service describes the prompt.',
  }
}

function writeEnum({ last }: Generation, schema: unknown): unknown {
  if (Array.isArray(field(schema, 'enum')))
    return writeValue(schema, top, startFilling(readSource(last.text), schema))
  throw refuse('text/x.enum needs a response schema with "enum"')
}
