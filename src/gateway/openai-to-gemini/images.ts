// Converts requests for images of OpenAI clients to `generateContent`, and the images back.

import { findModel, type ModelEntry } from '#shared/models/catalog'
import { readPixels, toImageTier } from '#shared/models/image-size'
import { ApiError } from '#shared/schemas/api-error'
import type { ImagesRequest } from '#shared/schemas/openai-requests'
import {
  isUnset,
  type JsonObject,
  listObjects,
  toCamelCase,
  toNumber,
  toObject,
  toText,
} from '#shared/wire/json-objects'
import type { FieldReport } from '../translation/field-report'
import { sumUsage } from '../translation/usage'
import { describeBlock, toRefusal } from './chat-response'

/** The limit of OpenAI's API. */
const maxImages = 10

const known = new Set(['model', 'prompt', 'n', 'size', 'response_format'])

/** How OpenAI's models draw and store an image. */
const harmless = new Set([
  'background',
  'moderation',
  'output_compression',
  'output_format',
  'quality',
  'style',
  'user',
])

/** Returns a request for one image. Throws INVALID_ARGUMENT for what Google's API has no equivalent of. */
export function toImageCall(
  request: ImagesRequest,
  models: readonly ModelEntry[],
  report: FieldReport,
): { readonly body: JsonObject; readonly count: number } {
  for (const [name, value] of Object.entries(request)) {
    if (isUnset(value) || value === false || known.has(name)) continue
    if (harmless.has(name)) report.ignore(name)
    else report.reject(name)
  }
  const { model, prompt, n, size, response_format: format } = request
  const count = n ?? 1
  if (count < 1 || count > maxImages) report.reject('n', `generates 1 to ${maxImages} images`)
  if (!isUnset(format) && format !== 'b64_json' && format !== 'url')
    report.reject('response_format', 'returns only b64_json and url')
  const imageConfig = toImageConfig(size, findModel(model, models), report)
  const config = { responseModalities: ['TEXT', 'IMAGE'], ...(isUnset(imageConfig) ? {} : { imageConfig }) }
  const contents = [{ role: 'user', parts: [{ text: prompt }] }]
  return { count, body: { contents, generationConfig: config } }
}

/** The nearest ratio, and the smallest size that is not smaller, of those that the model has. */
function toImageConfig(size: unknown, model: ModelEntry | undefined, report: FieldReport): JsonObject {
  if (isUnset(size) || size === 'auto') return {}
  const pixels = readPixels(toText(size))
  if (!pixels) return report.reject('size', 'needs a size such as 1024x1024, or auto')
  const { aspectRatios = [], imageSizes = [] } = model ?? {}
  if (aspectRatios.length === 0) report.ignore('size')
  const distanceTo = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(':').map(Number)
    return Math.abs(Math.log((pixels.width * down) / (pixels.height * across)))
  }
  const [aspectRatio] = [...aspectRatios].sort((one, other) => distanceTo(one) - distanceTo(other))
  const imageSize = toImageTier(toText(size), imageSizes)
  return { ...(aspectRatio ? { aspectRatio } : {}), ...(imageSize ? { imageSize } : {}) }
}

export interface GeneratedImage {
  readonly mimeType: string
  readonly data: string
  /** The model's text around the image. */
  readonly text: string
}

/** Returns INVALID_ARGUMENT with the reason if the response has no image, as OpenAI's API does. */
export function readImage(response: JsonObject): GeneratedImage | ApiError {
  const candidate = toObject(listObjects(response.candidates)[0])
  const parts = listObjects(toObject(candidate.content).parts)
    .map(toCamelCase)
    .filter(({ thought }) => thought !== true)
  const text = parts.map((part) => toText(part.text)).join('')
  const { mimeType, data } = toCamelCase(toObject(parts.find((part) => part.inlineData)?.inlineData))
  if (toText(data) !== '') return { mimeType: toText(mimeType), data: toText(data), text }
  const block = describeBlock(response.promptFeedback)
  const refusal = candidate.finishReason === undefined ? null : toRefusal(candidate)
  const reason = block ?? refusal ?? (text === '' ? 'It gave no reason.' : text)
  const isRejected = block !== undefined || refusal !== null
  return new ApiError('INVALID_ARGUMENT', `The model returned no image. ${reason}`, {
    param: 'prompt',
    ...(isRejected ? { openAiCode: 'content_policy_violation' } : {}),
  })
}

/** `isUrl`: as data URLs. `usages`: those of each response, as Google's API counts them. */
export function toImageList(
  images: readonly GeneratedImage[],
  isUrl: boolean,
  usages: readonly unknown[],
): JsonObject {
  const type = images[0]?.mimeType.replace(/^image\//, '')
  return {
    created: Math.floor(Date.now() / 1000),
    data: images.map(({ mimeType, data, text }) => ({
      ...(isUrl ? { url: `data:${mimeType};base64,${data}` } : { b64_json: data }),
      ...(text === '' ? {} : { revised_prompt: text }),
    })),
    ...(type ? { output_format: type } : {}),
    ...toUsage(sumUsage(usages)),
  }
}

function toUsage(usageMetadata: JsonObject | undefined): JsonObject {
  if (!usageMetadata) return {}
  const countOf = (name: string) => toNumber(usageMetadata[name]) ?? 0
  const usage = {
    input_tokens: countOf('promptTokenCount'),
    output_tokens: countOf('candidatesTokenCount') + countOf('thoughtsTokenCount'),
    total_tokens: countOf('totalTokenCount'),
  }
  return { usage }
}
