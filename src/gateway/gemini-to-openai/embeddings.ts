// Converts requests for embeddings, single and in batches, to `/v1/embeddings`, and its responses back.
import type { ServerFeatures } from '#shared/models/openai-servers'
import {
  isObject,
  isUnset,
  type JsonObject,
  listObjects,
  toCamelCase,
  toNumber,
  toObject,
} from '#shared/wire/json-objects'
import type { FieldReport } from '../translation/field-report'
import { checkPartMembers, listParts, readText } from './chat-messages'

/** A text with the options that all texts of one request share. */
interface TextToEmbed {
  readonly text: string
  readonly dimensions: unknown
}

interface EmbeddingTarget {
  /** As the server names it. */
  readonly model: string
  readonly server: Pick<ServerFeatures, 'dimensions'>
  readonly report: FieldReport
}

interface EmbeddingRequest {
  readonly body: JsonObject
  readonly dimensions: number | undefined
}

/** Throws INVALID_ARGUMENT for a field that cannot be sent. */
export function toEmbeddingRequest(value: unknown, target: EmbeddingTarget): EmbeddingRequest {
  return toRequest([readRequest(toObject(value), '', target.report)], target)
}

export function toBatchEmbeddingRequest(value: unknown, target: EmbeddingTarget): EmbeddingRequest {
  const requests = listObjects(toObject(value).requests)
  const texts = requests.map((request, index) => readRequest(request, `requests[${index}].`, target.report))
  return toRequest(texts, target)
}

function toRequest(
  texts: readonly TextToEmbed[],
  { model, server, report }: EmbeddingTarget,
): EmbeddingRequest {
  const dimensions = texts[0]?.dimensions
  const other = texts.findIndex((one) => one.dimensions !== dimensions)
  if (other >= 0)
    report.reject(
      `requests[${other}].outputDimensionality`,
      'embeds all texts of a batch with the same dimensions',
    )
  const input = texts.map(({ text }) => text)
  // Some servers accept no list.
  const body = { model, input: input.length === 1 ? input[0] : input }
  return {
    body: dimensions === undefined ? body : { ...body, [server.dimensions]: dimensions },
    dimensions: toNumber(dimensions),
  }
}

/** Does not change what is embedded, or has no equivalent, in which case the header says that it had no effect. */
const harmless = new Set(['taskType', 'title', 'autoTruncate'])

function readRequest(value: JsonObject, prefix: string, report: FieldReport): TextToEmbed {
  const { content, model: _, outputDimensionality, ...others } = toCamelCase(value)
  for (const [name, field] of Object.entries(others)) {
    if (isUnset(field)) continue
    if (harmless.has(name)) report.ignore(`${prefix}${name}`)
    else report.reject(`${prefix}${name}`)
  }
  const texts = listParts(toObject(content), `${prefix}content`, report).map((pathPart) => {
    checkPartMembers(pathPart, ['text'], report)
    return readText(pathPart, report)
  })
  return { text: texts.join('\n'), dimensions: outputDimensionality ?? undefined }
}

/** Returns undefined if the body has not one embedding for each of the `count` texts. */
export function toEmbeddings(body: unknown, count: number): readonly JsonObject[] | undefined {
  if (!isObject(body) || !Array.isArray(body.data) || body.data.length !== count) return undefined
  const rows = listObjects(body.data).map((row, position) => ({
    index: toNumber(row.index) ?? position,
    values: row.embedding,
  }))
  if (!rows.every(({ values }) => Array.isArray(values))) return undefined
  return rows.sort((one, other) => one.index - other.index).map(({ values }) => ({ values }))
}
