// Converts a request for an image to the images API (`/v1/images/generations`, or with images `/v1/images/edits`), and its
// response back.

import {
  isObject,
  isUnset,
  type JsonObject,
  listObjects,
  readMediaType,
  toCamelCase,
  toObject,
  toText,
} from '#shared/wire/json-objects'
import type { FieldReport } from '../translation/field-report'
import { toUsageMetadata } from '../translation/usage'
import { checkPartMembers, listParts, type PathPart, readMember, readText } from './chat-messages'
import { checkFields } from './chat-request'

interface ImageRequest {
  readonly parameters: Readonly<Record<string, string | number>>
  /** To be edited; without any, the image is generated from the prompt only. */
  readonly images: readonly InputImage[]
}

interface InputImage {
  readonly type: string
  readonly bytes: Uint8Array
}

interface Turn {
  readonly path: string
  readonly isModel: boolean
  readonly text: string
  readonly images: readonly InputImage[]
}

/** `model` is the server's name of it. Throws INVALID_ARGUMENT for a field that cannot be sent. */
export function toImageRequest(value: unknown, model: string, report: FieldReport): ImageRequest {
  const request = toCamelCase(toObject(value))
  checkFields(request, report)
  if (!isUnset(request.tools)) report.reject('tools', "can't use tools to generate images")
  if (!isUnset(request.toolConfig)) report.ignore('toolConfig')
  const system = readTurn(toObject(request.systemInstruction), 'systemInstruction', report)
  if (system.images.length > 0)
    report.reject('systemInstruction.parts[0].inlineData', 'accepts media only in user turns')
  const turns = listObjects(request.contents).map((content, index) =>
    readTurn(content, `contents[${index}]`, report),
  )
  const { prompt, images } = toPrompt(turns, report)
  return {
    parameters: {
      model,
      prompt: [system.text, prompt].filter((text) => text !== '').join('\n\n'),
      ...toImageParameters(request.generationConfig, model, report),
      ...toResponseFormat(model),
    },
    images,
  }
}

/** GPT image models always return Base64, and reject the parameter; others return a link without it. */
function toResponseFormat(model: string): Readonly<Record<string, string>> {
  return isGptImage(model) ? {} : { response_format: 'b64_json' }
}

function isGptImage(model: string): boolean {
  return /(?:^|\/)(?:gpt-image|chatgpt-image)/.test(model)
}

function readTurn(content: JsonObject, path: string, report: FieldReport): Turn {
  const texts: string[] = []
  const images: InputImage[] = []
  for (const pathPart of listParts(content, path, report)) {
    const { part } = pathPart
    checkPartMembers(pathPart, ['text', 'inlineData'], report)
    const text = readText(pathPart, report)
    if (part.thought === true) report.ignore(`${pathPart.path}.thought`)
    else if (!isUnset(part.inlineData)) images.push(readImage(pathPart, report))
    else texts.push(text)
  }
  return { path, isModel: content.role === 'model', text: texts.join('\n'), images }
}

function readImage(pathPart: PathPart, report: FieldReport): InputImage {
  const { mimeType, data, displayName } = readMember(pathPart, 'inlineData', report)
  if (!isUnset(displayName)) report.ignore(`${pathPart.path}.inlineData.displayName`)
  const type = readMediaType(mimeType)
  if (!type.startsWith('image/')) report.reject(`${pathPart.path}.inlineData`, 'edits only images')
  return { type, bytes: Buffer.from(toText(data), 'base64') }
}

/** The images API has no conversations: the last instruction is sent with its images, or else with the newest result. */
function toPrompt(
  turns: readonly Turn[],
  report: FieldReport,
): { readonly prompt: string; readonly images: readonly InputImage[] } {
  const last = turns.at(-1)
  if (!last || last.isModel) return report.reject('contents', 'requires a user turn at the end')
  const before = turns.slice(0, -1)
  const previous = before.filter(({ isModel }) => isModel).flatMap(({ images }) => images)
  const images = last.images.length > 0 ? last.images : previous.slice(-1)
  for (const turn of before) report.ignore(turn.path)
  return { prompt: last.text, images }
}

function toImageParameters(
  value: unknown,
  model: string,
  report: FieldReport,
): Readonly<Record<string, string | number>> {
  const parameters: Record<string, string | number> = {}
  for (const [name, field] of Object.entries(toCamelCase(toObject(value)))) {
    const path = `generationConfig.${name}`
    if (isUnset(field)) continue
    if (name === 'candidateCount' && typeof field === 'number') parameters.n = field
    else if (name === 'imageConfig')
      Object.assign(parameters, toSize(report.readObject(field, path), model, report))
    else if (name === 'responseModalities') checkModalities(field, report)
    // Sampling of the text that Google's image models write around the image.
    else if (/^(?:temperature|topP|topK|maxOutputTokens|seed|thinkingConfig|responseMimeType)$/.test(name))
      report.ignore(path)
    else report.reject(path)
  }
  return parameters
}

function checkModalities(value: unknown, report: FieldReport): void {
  const kinds = Array.isArray(value) ? value.map((one) => toText(one).toUpperCase()) : []
  if (!kinds.includes('IMAGE'))
    report.reject('generationConfig.responseModalities', 'returns only images with this model')
}

/** Pixels of the sides that the OpenAI API accepts. */
const gptSizes = { square: '1024x1024', wide: '1536x1024', tall: '1024x1536' }
const dallESizes = { square: '1024x1024', wide: '1792x1024', tall: '1024x1792' }

/** Pixels of a square image of each tier, as with Google's models. */
const tiers = new Map([
  ['1K', 1024],
  ['2K', 2048],
  ['4K', 4096],
])

/** OpenAI's models have three sizes, of which the nearest is sent; others draw any multiple of 64 pixels. */
function toSize(config: JsonObject, model: string, report: FieldReport): { readonly size?: string } {
  const { aspectRatio, imageSize, ...others } = toCamelCase(config)
  report.checkMembers(others, 'generationConfig.imageConfig')
  if (isUnset(aspectRatio) && isUnset(imageSize)) return {}
  const ratio = readRatio(aspectRatio, report)
  const fixed = isGptImage(model) ? gptSizes : /dall-e-3/.test(model) ? dallESizes : undefined
  const side = isUnset(imageSize) ? 1024 : tiers.get(toText(imageSize).toUpperCase())
  if (side === undefined || (fixed && side > 1024))
    return report.reject(
      'generationConfig.imageConfig.imageSize',
      `has no size ${toText(imageSize)} for this model`,
    )
  if (fixed) return { size: ratio > 1.2 ? fixed.wide : ratio < 1 / 1.2 ? fixed.tall : fixed.square }
  const root = Math.sqrt(ratio)
  return { size: `${roundSide(side * root)}x${roundSide(side / root)}` }
}

function readRatio(value: unknown, report: FieldReport): number {
  if (isUnset(value)) return 1
  const [, width, height] = /^(\d{1,4}):(\d{1,4})$/.exec(toText(value)) ?? []
  const ratio = Number(width) / Number(height)
  if (Number.isFinite(ratio) && ratio > 0) return ratio
  return report.reject('generationConfig.imageConfig.aspectRatio', 'needs a ratio such as 16:9')
}

function roundSide(pixels: number): number {
  return Math.max(64, Math.round(pixels / 64) * 64)
}

/** `boundary` must not occur in the images. */
export function toEditForm({ parameters, images }: ImageRequest, boundary: string): Uint8Array {
  const fields = Object.entries(parameters).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  // Several images are an array, which servers that edit only one do not know.
  const name = images.length > 1 ? 'image[]' : 'image'
  const files = images.flatMap(({ type, bytes }, index) => {
    const filename = `image-${index + 1}.${type.slice('image/'.length).replace(/[^a-z\d]/g, '')}`
    const disposition = `Content-Disposition: form-data; name="${name}"; filename="${filename}"`
    const head = `--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`
    return [Buffer.from(head), bytes, Buffer.from('\r\n')]
  })
  return Buffer.concat([...fields, ...files, Buffer.from(`--${boundary}--\r\n`)])
}

/** Returns undefined if the body has no images, or only links to them. */
export function toImageResponse(body: unknown, model: string): JsonObject | undefined {
  if (!isObject(body)) return undefined
  const images = listObjects(body.data)
  if (images.length === 0 || images.some(({ b64_json }) => toText(b64_json) === '')) return undefined
  const usageMetadata = toUsageMetadata(body.usage)
  return {
    candidates: images.map((image, index) => {
      const data = toText(image.b64_json)
      const mimeType = findMimeType(data)
      // DALL·E rewrites prompts.
      const text = toText(image.revised_prompt)
      const parts = [...(text === '' ? [] : [{ text }]), { inlineData: { mimeType, data } }]
      return { content: { parts, role: 'model' }, finishReason: 'STOP', index }
    }),
    ...(usageMetadata ? { usageMetadata } : {}),
    modelVersion: model,
  }
}

/** The first bytes of each format, in Base64. */
const signatures = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
  ['R0lGOD', 'image/gif'],
] as const

/** Reads the bytes, because servers name the wrong format. */
function findMimeType(base64: string): string {
  return signatures.find(([start]) => base64.startsWith(start))?.[1] ?? 'image/png'
}
