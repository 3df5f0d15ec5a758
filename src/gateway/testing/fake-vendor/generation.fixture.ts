// The answers of the fake's models, as the chunks of a stream or as one response (wire §2, §3, §7).
import { createHash } from 'node:crypto'
import { type Content, currentTurn, type GenerateRequest, type Part } from './contents.fixture'
import type { ContentFault } from './fault.fixture'
import { planCalls, readHints, toText } from './function-calls.fixture'
import { ground } from './grounding.fixture'
import { drawPicture } from './pictures.fixture'
import { toInstance } from './schema-instance.fixture'
import { hugeSignature, sign } from './signatures.fixture'
import type { VendorModel } from './vendor-models.fixture'

/** The parts of one chunk. */
type Piece = readonly Part[]

interface GeneratedAnswer {
  readonly pieces: readonly Piece[]
  readonly finishReason: string
  /** Members of the last candidate. */
  readonly candidate: object
  readonly toolTokens: number
}

export interface GenerationInput {
  readonly request: GenerateRequest
  readonly model: VendorModel
  readonly fault: ContentFault | undefined
}

/** Every chunk is a complete response with cumulative usage; the last one has `finishReason`. */
export function toChunks(input: GenerationInput): readonly object[] {
  const { request, model, fault } = input
  const common = { modelVersion: model.id, responseId: toResponseId(request) }
  if (fault === 'blocked-prompt') return [{ ...blockedPrompt(request), ...common }]
  const generated = applyFault(compose(input), input)
  const counts = new TokenCounts(request, generated.toolTokens)
  return generated.pieces.map((parts, index) => {
    const isLast = index === generated.pieces.length - 1
    const content = parts.length > 0 ? { parts, role: 'model' } : { role: 'model' }
    const end = isLast ? { finishReason: generated.finishReason } : {}
    const usage = fault === 'no-usage' ? {} : { usageMetadata: counts.add(parts) }
    return {
      candidates: [{ content, ...end, index: 0, ...(isLast ? generated.candidate : {}) }],
      ...usage,
      ...common,
    }
  })
}

/** The same answer in one response: adjacent texts without a signature become one part. */
export function toSingleResponse(input: GenerationInput): object {
  const { model, fault, request } = input
  if (fault === 'blocked-prompt') return toChunks(input)[0] ?? {}
  const generated = applyFault(compose(input), input)
  const whole: GeneratedAnswer = { ...generated, pieces: [mergeTexts(generated.pieces.flat())] }
  const counts = new TokenCounts(request, whole.toolTokens)
  const [parts = []] = whole.pieces
  const content = parts.length > 0 ? { parts, role: 'model' } : { role: 'model' }
  const candidate = { content, finishReason: whole.finishReason, index: 0, ...whole.candidate }
  const usage = fault === 'no-usage' ? {} : { usageMetadata: counts.add(parts) }
  return { candidates: [candidate], ...usage, modelVersion: model.id, responseId: toResponseId(request) }
}

export function countTokens(contents: readonly Content[]): number {
  return contents.flatMap(({ parts = [] }) => parts).reduce((sum, part) => sum + tokensOf(part), 0)
}

function compose(input: GenerationInput): GeneratedAnswer {
  const { request, model } = input
  const thoughts = think(request, model)
  const calls = planCalls(request, model.id)
  if (calls.length > 0)
    return { pieces: [...thoughts, calls], finishReason: 'STOP', candidate: {}, toolTokens: 0 }
  const prompt = toText(currentTurn(request.contents ?? [])[0])
  if (model.kind === 'image') return draw(input, thoughts, prompt)
  const { text, isCut } = limit(composeText(request, model, prompt), request)
  const grounding = ground(request, prompt, text)
  const textPieces = cutInPieces(text).map((piece): Piece => [{ text: piece }])
  // Gemini 3 ends its stream with a part that has only a signature (wire §2.4).
  const last: Piece[] = model.needsSignatures ? [[{ text: '', thoughtSignature: sign(model.id, text) }]] : []
  const code = grounding.parts.map((part): Piece => [part])
  return {
    pieces: [...thoughts, ...code, ...textPieces, ...last],
    finishReason: isCut ? 'MAX_TOKENS' : 'STOP',
    candidate: grounding.candidate,
    toolTokens: grounding.toolTokens,
  }
}

function think({ generationConfig }: GenerateRequest, model: VendorModel): readonly Piece[] {
  const { includeThoughts = false, thinkingBudget } = generationConfig?.thinkingConfig ?? {}
  if (!includeThoughts || thinkingBudget === 0) return []
  const thoughts = [
    '**Reading the request**\n\nWhat is asked here?\n\n\n',
    `**Answering as ${model.id}**\n\nPlainly.\n\n\n`,
  ]
  return thoughts.map((text) => [{ text, thought: true }])
}

function draw(
  { request, model }: GenerationInput,
  thoughts: readonly Piece[],
  prompt: string,
): GeneratedAnswer {
  const modalities = (request.generationConfig?.responseModalities ?? ['TEXT', 'IMAGE']).map((one) =>
    one.toLowerCase(),
  )
  const { interim, final } = drawPicture(request, model.id, prompt)
  const text: Piece[] = modalities.includes('text')
    ? [[{ text: 'Here is ' }], [{ text: 'the picture.' }]]
    : []
  const picture: Piece[] = modalities.includes('image') ? [[final]] : []
  const sketch: Piece[] = thoughts.length > 0 && picture.length > 0 ? [[interim]] : []
  return {
    pieces: [...thoughts, ...sketch, ...text, ...picture],
    finishReason: 'STOP',
    candidate: {},
    toolTokens: 0,
  }
}

function composeText(request: GenerateRequest, model: VendorModel, prompt: string): string {
  const { responseMimeType, responseSchema, responseJsonSchema } = request.generationConfig ?? {}
  const schema = responseSchema ?? responseJsonSchema
  if (responseMimeType === 'application/json')
    return JSON.stringify(toInstance(schema ?? { type: 'object' }, readHints(prompt)))
  if (responseMimeType === 'text/x.enum') return String(toInstance(schema, readHints(prompt)))
  const contents = request.contents ?? []
  const results = (contents.at(-1)?.parts ?? []).flatMap(({ functionResponse }) => functionResponse ?? [])
  if (results.length > 0)
    return `The functions answered. ${results.map(({ name, response }) => `${name}: ${JSON.stringify(response)}`).join(' ')}`
  const turns = contents.length === 1 ? 'one turn' : `${contents.length} turns`
  const system = toText(request.systemInstruction)
  const instruction = system === '' ? '' : ` The instruction says: “${system}”.`
  return `This is ${model.id}, which has read ${turns}.${instruction} You wrote: “${prompt}”.${listMedia(contents)}`
}

function listMedia(contents: readonly Content[]): string {
  const media = contents
    .flatMap(({ parts = [] }) => parts)
    .flatMap(({ inlineData, fileData }) => {
      if (inlineData)
        return `${inlineData.mimeType} of ${Buffer.from(inlineData.data ?? '', 'base64').length} bytes`
      return fileData ? `${fileData.mimeType ?? 'a file'} at ${fileData.fileUri}` : []
    })
  return media.length > 0 ? ` It came with ${media.join(' and ')}.` : ''
}

function limit(text: string, { generationConfig = {} }: GenerateRequest): { text: string; isCut: boolean } {
  const { maxOutputTokens, stopSequences = [] } = generationConfig
  const stops = stopSequences.map((stop) => text.indexOf(stop)).filter((at) => at >= 0)
  const stopped = text.slice(0, Math.min(text.length, ...stops))
  const maxCharacters = (maxOutputTokens ?? Number.POSITIVE_INFINITY) * 4
  return { text: stopped.slice(0, maxCharacters), isCut: stopped.length > maxCharacters }
}

/** Splits the text into pieces of about four words, never within a character. */
function cutInPieces(text: string): readonly string[] {
  return text.match(/(?:\S+\s*){1,4}|\s+/g) ?? [text]
}

function mergeTexts(parts: readonly Part[]): readonly Part[] {
  const merged: Part[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    const joins =
      last?.text !== undefined &&
      part.text !== undefined &&
      last.thought === part.thought &&
      last.thoughtSignature === undefined
    if (joins) merged[merged.length - 1] = { ...last, ...part, text: last.text + part.text }
    else merged.push(part)
  }
  return merged
}

function applyFault(generated: GeneratedAnswer, { fault, model }: GenerationInput): GeneratedAnswer {
  const bare = { candidate: {}, toolTokens: 0 }
  if (fault === 'no-parts') return { ...bare, pieces: [[]], finishReason: 'MAX_TOKENS' }
  if (fault === 'safety-stop') {
    const category = 'HARM_CATEGORY_DANGEROUS_CONTENT'
    const safetyRatings = [{ category, probability: 'HIGH', blocked: true }]
    return {
      ...bare,
      pieces: generated.pieces.slice(0, 1),
      finishReason: 'SAFETY',
      candidate: { safetyRatings },
    }
  }
  if (fault !== 'huge-signature') return generated
  const pieces = generated.pieces.map((parts, index) =>
    index === generated.pieces.length - 1 ? addHugeSignature(parts, model.id) : parts,
  )
  return { ...generated, pieces }
}

/** Adds it to the first part of the last piece, where a function call has its signature. */
function addHugeSignature([part = {}, ...rest]: Piece, model: string): Piece {
  return [{ ...part, thoughtSignature: sign(model, 'huge', hugeSignature) }, ...rest]
}

function blockedPrompt(request: GenerateRequest): object {
  const promptTokenCount = countTokens(request.contents ?? [])
  return {
    promptFeedback: {
      blockReason: 'SAFETY',
      safetyRatings: [{ category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'HIGH', blocked: true }],
    },
    usageMetadata: { promptTokenCount, totalTokenCount: promptTokenCount },
  }
}

/** Cumulative counts; zeros are left out. */
class TokenCounts {
  readonly #prompt: number
  readonly #tools: number
  #candidates = 0
  #thoughts = 0

  constructor({ contents = [], systemInstruction }: GenerateRequest, tools: number) {
    this.#prompt = countTokens(systemInstruction ? [...contents, systemInstruction] : contents)
    this.#tools = tools
  }

  add(parts: readonly Part[]): object {
    for (const part of parts) {
      if (part.thought) this.#thoughts += tokensOf(part)
      else this.#candidates += tokensOf(part)
    }
    const total = this.#prompt + this.#tools + this.#candidates + this.#thoughts
    return {
      promptTokenCount: this.#prompt,
      ...(this.#candidates > 0 ? { candidatesTokenCount: this.#candidates } : {}),
      totalTokenCount: total,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: this.#prompt }],
      ...(this.#tools > 0 ? { toolUsePromptTokenCount: this.#tools } : {}),
      ...(this.#thoughts > 0 ? { thoughtsTokenCount: this.#thoughts } : {}),
    }
  }
}

function tokensOf({ text, inlineData, fileData, ...rest }: Part): number {
  if (inlineData || fileData) return 258
  if (text !== undefined) return Math.ceil(text.length / 4)
  const { thoughtSignature: _, ...content } = rest
  return Math.ceil(JSON.stringify(content).length / 4)
}

function toResponseId(request: GenerateRequest): string {
  return createHash('sha256').update(JSON.stringify(request.contents)).digest('base64url').slice(0, 22)
}
