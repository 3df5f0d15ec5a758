// Reads a chat that AI Studio has saved to Google Drive.
import { SafetySetting } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { isObject, type JsonObject, toObject } from '#shared/wire/json-objects'
import { asArray, asNumber, asText, asTime } from '../../read-values'
import { invalidAt } from '../../user-data/exported-files'
import type { CopiedTurn } from '../tree/turn-rows'
import {
  ImportCollector,
  type ImportedChat,
  readParameters,
  toSources,
  toTitle,
  toTurn,
} from './imported-chat'

interface FileFacts {
  /** Without its extension: the file has no title. */
  readonly name: string
  /** The hash of its content: the file has no ID. */
  readonly hash: string
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number | null
}

/** Throws with the path of what is wrong. */
export function readAistudio(value: unknown, file: FileFacts, path: readonly PropertyKey[]): ImportedChat {
  const prompt = toObject(value)
  const { chunks, pendingInputs } = toObject(prompt.chunkedPrompt)
  if (!Array.isArray(chunks)) throw invalidAt([...path, 'chunkedPrompt', 'chunks'], 'must be an array')
  const settings = toObject(prompt.runSettings)
  const collector = new ImportCollector()
  const model = asText(settings.model) || null
  const turns = readTurns(chunks, collector, model, file.modifiedAt)
  const drafts = asArray(pendingInputs).map(toObject)
  collector.lose('draft', drafts.filter(({ text }) => asText(text).trim() !== '').length)
  return {
    source: 'ai-studio',
    sourceId: file.hash,
    title: toTitle(file.name),
    createdAt: turns[0]?.createdAt ?? file.modifiedAt,
    updatedAt: turns.at(-1)?.createdAt ?? file.modifiedAt,
    model,
    parameters: readParameters(toParameters(settings, prompt, collector), collector),
    turns,
    headTurnId: turns.at(-1)?.id ?? null,
    media: collector.media,
    losses: collector.listLosses(),
  }
}

/** Each part of a turn is a chunk of its own. */
function readTurns(
  chunks: readonly unknown[],
  collector: ImportCollector,
  model: string | null,
  modifiedAt: number | null,
): CopiedTurn[] {
  const turns: CopiedTurn[] = []
  for (const item of chunks) {
    if (!isObject(item)) {
      collector.lose('message')
      continue
    }
    const role = item.role === 'user' ? 'user' : 'model'
    const parts = readChunk(item, collector)
    const createdAt = asTime(item.createTime)
    const last = turns.at(-1)
    const isSame = last?.role === role
    const turn = isSame
      ? last
      : toTurn({
          id: String(turns.length),
          parentId: last?.id ?? null,
          role,
          parts: [],
          createdAt: createdAt ?? last?.createdAt ?? modifiedAt ?? 0,
          model: role === 'model' ? model : null,
        })
    const next = withChunk({ ...turn, parts: [...turn.parts, ...parts] }, item)
    const isEmpty = next.parts.length === 0 && next.error === null
    if (isSame) turns[turns.length - 1] = next
    else if (!isEmpty) turns.push(next)
  }
  return turns
}

/** Applies facts about the whole answer that one of its chunks has. */
function withChunk(turn: CopiedTurn, chunk: JsonObject): CopiedTurn {
  if (turn.role === 'user') return turn
  const tokens = asNumber(chunk.tokenCount) ?? 0
  const field = chunk.isThought === true ? 'thoughtsTokenCount' : 'candidatesTokenCount'
  const usage = tokens > 0 ? { ...turn.usage, [field]: (turn.usage?.[field] ?? 0) + tokens } : turn.usage
  const message = asText(chunk.errorMessage)
  return {
    ...turn,
    usage,
    finishReason: asText(chunk.finishReason) || turn.finishReason,
    metadata: readGrounding(chunk) ?? turn.metadata,
    ...(message && { state: 'failed' as const, error: { code: 'INTERNAL', message } }),
  }
}

function readGrounding({ grounding }: JsonObject): CopiedTurn['metadata'] {
  const { groundingSources, corroborationSegments } = toObject(grounding)
  const found = [...asArray(groundingSources), ...asArray(corroborationSegments)].map(toObject)
  return toSources(found.map(({ uri, title }) => ({ uri: asText(uri), title: asText(title) })))
}

const driveFields = ['driveDocument', 'driveAudio', 'driveVideo'] as const
const inlineFields = ['inlineData', 'inlineImage', 'inlineFile', 'inlineAudio', 'inlineVideo'] as const

function readChunk(chunk: JsonObject, collector: ImportCollector): Part[] {
  const thought = chunk.isThought === true ? { thought: true } : {}
  const text = asText(chunk.text)
  const parts: Part[] = []
  for (const field of inlineFields) parts.push(...readInline(chunk[field], collector))
  if (isObject(chunk.driveImage)) collector.lose('linked-image')
  for (const field of driveFields) if (isObject(chunk[field])) collector.lose('linked-file')
  parts.push(...readYouTube(chunk.youtubeVideo))
  parts.push(...readCode(chunk))
  const inner = asArray(chunk.parts).filter(isObject)
  // The chunk's text repeats that of its parts.
  const innerTexts = inner.map((part) => asText(part.text)).filter((each) => each !== '')
  if (text.trim() !== '' && innerTexts.join('') !== text)
    parts.push({ text, ...thought, ...readSignature(chunk) })
  else parts.push(...inner.flatMap((part) => readInnerPart(part, thought, collector)))
  parts.push(...readFunctions(chunk))
  return parts
}

function readInnerPart(part: JsonObject, thought: { thought?: boolean }, collector: ImportCollector): Part[] {
  const text = asText(part.text)
  const signature = asText(part.thoughtSignature)
  return [
    ...readInline(part.inlineData, collector),
    ...readCode(part),
    ...readFunctions(part),
    ...(text === ''
      ? []
      : [
          {
            text,
            ...(part.thought === true ? { thought: true } : thought),
            ...(signature && { thoughtSignature: signature }),
          },
        ]),
  ]
}

function readSignature({ thoughtSignatures }: JsonObject): { thoughtSignature?: string } {
  const signature = asArray(thoughtSignatures)
    .map(asText)
    .find((each) => each !== '')
  return signature === undefined ? {} : { thoughtSignature: signature }
}

function readInline(value: unknown, collector: ImportCollector): Part[] {
  const { data, mimeType, name, fileName, displayName } = toObject(value)
  if (asText(data) === '') return []
  return collector.addFile(
    { kind: 'base64', data: asText(data) },
    asText(mimeType) || undefined,
    [name, fileName, displayName].map(asText).find((text) => text !== ''),
  )
}

function readYouTube(value: unknown): Part[] {
  const { id } = toObject(value)
  const fileUri = `https://www.youtube.com/watch?v=${encodeURIComponent(asText(id))}`
  return asText(id) === '' ? [] : [{ fileData: { fileUri, mimeType: 'video/mp4' } }]
}

function readCode({ executableCode, codeExecutionResult }: JsonObject): Part[] {
  return [
    ...(isObject(executableCode) ? [{ executableCode }] : []),
    ...(isObject(codeExecutionResult) ? [{ codeExecutionResult }] : []),
  ]
}

/** Calls of the user's functions, with their results. */
function readFunctions({ functionCall, functionResponse }: JsonObject): Part[] {
  const call = toObject(functionCall)
  const result = toObject(functionResponse)
  const args = isObject(call.args) ? call.args : toObject(call.parameters)
  return [
    ...(asText(call.name) ? [{ functionCall: { name: asText(call.name), args } }] : []),
    ...(asText(result.name)
      ? [{ functionResponse: { name: asText(result.name), response: toObject(result.response) } }]
      : []),
  ]
}

function toParameters(settings: JsonObject, prompt: JsonObject, collector: ImportCollector): JsonObject {
  const instruction = toObject(prompt.systemInstruction)
  const texts = [instruction.text, ...asArray(instruction.parts).map((part) => toObject(part).text)]
  // `THINKING_HIGH`.
  const thinkingLevel = asText(settings.thinkingLevel).split('_').at(-1)
  const safetySettings = asArray(settings.safetySettings)
  // Categories that no model has any longer.
  const safety = safetySettings.filter((setting) => SafetySetting.safeParse(setting).success)
  collector.lose('setting', safetySettings.length - safety.length)
  return {
    systemInstruction: texts
      .map(asText)
      .filter((text) => text !== '')
      .join('\n\n'),
    temperature: settings.temperature,
    topP: settings.topP,
    topK: settings.topK,
    maxOutputTokens: settings.maxOutputTokens,
    stopSequences: asArray(settings.stopSequences).length > 0 ? settings.stopSequences : undefined,
    seed: settings.seed,
    includeThoughts: true,
    thinkingBudget: settings.thinkingBudget,
    thinkingLevel,
    safety: safety.length > 0 ? safety : undefined,
    urlContext: settings.enableBrowseAsATool || undefined,
    googleSearch: settings.enableSearchAsATool || isObject(settings.googleSearch) || undefined,
    aspectRatio: settings.aspectRatio,
    ...readFunctionSettings(settings),
    ...readStructured(settings),
  }
}

function readFunctionSettings({ functionDeclarations, enableAutoFunctionResponse }: JsonObject): JsonObject {
  const declarations = asArray(functionDeclarations)
  if (declarations.length === 0) return {}
  const answerWithMocks = enableAutoFunctionResponse === true
  return { functions: { on: true, declarations, mocks: [], answerWithMocks } }
}

function readStructured({ responseMimeType, responseSchema }: JsonObject): JsonObject {
  if (responseMimeType !== 'application/json') return {}
  return { structured: { on: true, schema: toObject(responseSchema), sentAs: 'responseSchema' } }
}
