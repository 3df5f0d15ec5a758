// Embeddings by feature hashing of words and n-grams: texts with common features are similar (E14, wire §6).
import { taskTypes } from '#shared/schemas/embedding-set'
import { field, invalidArgument, listField, numberField, textField } from '../generation/fields'
import { hashText } from '../seed'
import { wordsOf } from '../text/words'

const maxDimensions = 3072

const unspecified = 'TASK_TYPE_UNSPECIFIED'
const allowedTaskTypes = new Set<string>([unspecified, ...taskTypes])

interface Embedding {
  readonly values: number[]
}

/** `request` is an embedContent body. `at` is its path, for messages. */
export function embed(request: unknown, at = ''): Embedding {
  const parts = listField(field(request, 'content'), 'parts')
  const text = parts.map((part) => textField(part, 'text') ?? '').join('\n')
  if (text.trim() === '') throw invalidArgument(`${at}content.parts: must contain text`, `${at}content.parts`)
  const taskType = textField(request, 'taskType') ?? unspecified
  if (!allowedTaskTypes.has(taskType))
    throw invalidArgument(
      `${at}taskType: must be one of ${[...allowedTaskTypes].join(', ')}, not "${taskType}"`,
      `${at}taskType`,
    )
  const title = textField(request, 'title')
  if (title !== undefined && taskType !== 'RETRIEVAL_DOCUMENT') {
    throw invalidArgument(`${at}title: is only allowed with taskType RETRIEVAL_DOCUMENT`, `${at}title`)
  }
  const values = normalize(hashFeatures(title ? `${title}\n${text}` : text, taskType))
  return { values: values.slice(0, readDimensions(request, at)).map((value) => Number(value.toFixed(8))) }
}

/** `body` is a batchEmbedContents body. Returns one embedding per request, in order. */
export function embedAll(body: unknown): Embedding[] {
  const requests = listField(body, 'requests')
  if (requests.length === 0) throw invalidArgument('requests: must not be empty', 'requests')
  if (requests.length > 100)
    throw invalidArgument('requests: at most 100 requests can be in one batch', 'requests')
  return requests.map((request, index) => embed(request, `requests[${index}].`))
}

function readDimensions(request: unknown, at: string): number {
  if (field(request, 'outputDimensionality') === undefined) return maxDimensions
  const length = numberField(request, 'outputDimensionality') ?? 0
  if (Number.isInteger(length) && length >= 1 && length <= maxDimensions) return length
  throw invalidArgument(
    `${at}outputDimensionality: must be a whole number from 1 to ${maxDimensions}`,
    `${at}outputDimensionality`,
  )
}

/** Function words have little meaning. */
const functionWords = new Set(
  'a an and are as at be by for from has he in is it its of on or she that the this to was were will with you your i we they do does not'.split(
    ' ',
  ),
)

/** The vendor API reads 2048 tokens, which is about this many words. */
const maxWords = 1600

function hashFeatures(text: string, taskType: string): Float64Array {
  const vector = new Float64Array(maxDimensions)
  const words = wordsOf(text).slice(0, maxWords)
  words.forEach((word, index) => {
    addFeature(vector, `w:${word}`, functionWords.has(word) ? 0.15 : 1)
    const next = words[index + 1]
    if (next) addFeature(vector, `p:${word} ${next}`, 0.3)
    if (!functionWords.has(word)) addNgrams(vector, word)
  })
  if (words.length === 0) addFeature(vector, `t:${text.trim()}`, 1)
  addFeature(vector, `task:${taskType}`, 0.12 * Math.sqrt(words.length || 1))
  return vector
}

/** N-grams make "lighthouse" similar to "lighthouses" and to misspellings. */
function addNgrams(vector: Float64Array, word: string): void {
  const padded = `<${word}>`
  const count = Math.max(1, padded.length - 2)
  for (let start = 0; start + 3 <= padded.length; start += 1) {
    addFeature(vector, `g:${padded.slice(start, start + 3)}`, 0.9 / Math.sqrt(count))
  }
}

/**
 * Adds each feature at four indices, with a sign by hash: truncated vectors have a share of every feature.
 */
function addFeature(vector: Float64Array, feature: string, weight: number): void {
  for (let copy = 0; copy < 4; copy += 1) {
    const hash = hashText(`${copy}${feature}`)
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
    const position = mixed % maxDimensions
    vector[position] = (vector[position] ?? 0) + (mixed & 0x80000000 ? weight : -weight)
  }
}

function normalize(vector: Float64Array): number[] {
  const length = Math.hypot(...vector) || 1
  return Array.from(vector, (value) => value / length)
}
