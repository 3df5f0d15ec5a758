// The fake's vectors: the same for the same text, of unit length only if not truncated (wire §6).
import { createHash } from 'node:crypto'
import type { Content } from './contents.fixture'
import { invalid } from './errors.fixture'

export interface EmbedRequest {
  readonly model?: string
  readonly content?: Content
  readonly taskType?: string | number
  readonly title?: string
  readonly outputDimensionality?: number
}

const fullLength = 3072
const maxBatchSize = 100

const taskTypes = [
  'TASK_TYPE_UNSPECIFIED',
  'RETRIEVAL_QUERY',
  'RETRIEVAL_DOCUMENT',
  'SEMANTIC_SIMILARITY',
  'CLASSIFICATION',
  'CLUSTERING',
  'QUESTION_ANSWERING',
  'FACT_VERIFICATION',
  'CODE_RETRIEVAL_QUERY',
]

export function embed(request: EmbedRequest): { embedding: { values: number[] } } {
  return { embedding: { values: toVector(request, 'EmbedContentRequest') } }
}

/** Each request must name the model of the path. */
export function embedBatch(requests: readonly EmbedRequest[] | undefined, model: string): object {
  if (!requests?.length) throw invalid('* BatchEmbedContentsRequest.requests: requests must not be empty\n')
  if (requests.length > maxBatchSize)
    throw invalid(
      `* BatchEmbedContentsRequest.requests: at most ${maxBatchSize} requests can be in one batch\n`,
    )
  const embeddings = requests.map((request, index) => {
    const path = `BatchEmbedContentsRequest.requests[${index}]`
    if (request.model !== `models/${model}`)
      throw invalid(
        `* ${path}.model: model must be the same as in the path: models/${model}, not ${request.model}\n`,
      )
    return { values: toVector(request, path) }
  })
  return { embeddings }
}

function toVector(request: EmbedRequest, path: string): number[] {
  const { content, taskType, title, outputDimensionality = fullLength } = request
  const texts = (content?.parts ?? []).flatMap(({ text }) => text ?? [])
  if (texts.length === 0) throw invalid(`* ${path}.content: content is not specified\n`)
  if (typeof taskType === 'string' && !taskTypes.includes(taskType))
    throw invalid(
      `Invalid value at 'task_type' (type.googleapis.com/google.ai.generativelanguage.v1beta.TaskType), "${taskType}"`,
    )
  if (title !== undefined && taskType !== 'RETRIEVAL_DOCUMENT')
    throw invalid(`* ${path}.title: title is only valid with task_type RETRIEVAL_DOCUMENT\n`)
  if (!(outputDimensionality >= 1 && outputDimensionality <= fullLength))
    throw invalid(`* ${path}.output_dimensionality: must be between 1 and ${fullLength}\n`)
  return toUnitVector(texts.join('\n')).slice(0, outputDimensionality)
}

/** Adds up a vector per word, so that texts that share words are near each other. */
function toUnitVector(text: string): number[] {
  const values = new Array<number>(fullLength).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const bytes = createHash('sha512').update(word).digest()
    for (let at = 0; at < fullLength; at += 1)
      values[at] = (values[at] ?? 0) + ((bytes[at % 64] ?? 0) - 127.5) * (1 + (at % 7))
  }
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}
