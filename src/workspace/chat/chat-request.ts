// Builds the request for the next answer of a conversation.
import { findModel, type ModelEntry, toNeutralId } from '#shared/models/catalog'
import { dummySignature, requiresSignatures } from '#shared/models/thinking'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { continuationPrompt } from '#shared/schemas/gemini-requests'
import { listSent } from '#shared/schemas/sent-turns'
import { innerParts, withInnerParts } from '../conversations/part-media'

export interface ChatRequestInput {
  /** From the root to the prompt, or to the answer to continue. */
  readonly branch: readonly Turn[]
  readonly parameters: ChatParameters
  /** The last turn of the branch is an incomplete answer to continue. */
  readonly isContinuation?: boolean
  /** By default, those of the catalog. */
  readonly models?: readonly ModelEntry[]
}

type Json = Readonly<Record<string, unknown>>

export interface ChatRequest {
  readonly contents: readonly RequestContent[]
  readonly systemInstruction?: { readonly parts: readonly [{ readonly text: string }] }
  readonly tools?: readonly Json[]
  readonly toolConfig?: Json
  readonly safetySettings?: readonly Json[]
  readonly generationConfig?: Json
}

/** Leaves media as references and omits unset parameters. Returns signatures as wire §2.4 requires. */
export function toChatRequest({
  branch,
  parameters,
  isContinuation = false,
  models,
}: ChatRequestInput): ChatRequest {
  const { systemInstruction, safety = [] } = parameters
  const generationConfig = toGenerationConfig(parameters, models)
  const tools = toTools(parameters)
  return {
    contents: toContents({ branch, model: parameters.model, isContinuation }),
    ...(systemInstruction?.trim() ? { systemInstruction: { parts: [{ text: systemInstruction }] } } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    ...toToolConfig(parameters),
    ...(safety.length > 0 ? { safetySettings: safety } : {}),
    ...(Object.keys(generationConfig).length > 0 ? { generationConfig } : {}),
  }
}

function toGenerationConfig(parameters: ChatParameters, models: ChatRequestInput['models']): Json {
  const { temperature, topP, topK, maxOutputTokens, stopSequences = [], seed } = parameters
  return withoutUndefined({
    temperature,
    topP,
    topK,
    maxOutputTokens,
    stopSequences: stopSequences.length > 0 ? stopSequences : undefined,
    seed,
    thinkingConfig: toThinkingConfig(parameters),
    ...toImageConfig(parameters, findModel(parameters.model, models)),
    ...toStructured(parameters),
  })
}

/** Text models reject image settings, and image models unsupported ones. An unknown model is sent all that is set. */
function toImageConfig(
  { aspectRatio, imageSize, responseModalities }: ChatParameters,
  model?: ModelEntry,
): Json {
  if (model && model.kind !== 'image') return {}
  const imageConfig = withoutUndefined({
    aspectRatio: !model || model.aspectRatios ? aspectRatio : undefined,
    imageSize: !model || model.imageSizes ? imageSize : undefined,
  })
  return {
    // E7 requires them, and without them the 2.0 model generates no image (wire §7.1).
    responseModalities: responseModalities ?? (model ? ['TEXT', 'IMAGE'] : undefined),
    imageConfig: Object.keys(imageConfig).length > 0 ? imageConfig : undefined,
  }
}

/** Omits the budget if there is a level, because services reject both together (wire §2.4). */
function toThinkingConfig({ includeThoughts, thinkingBudget, thinkingLevel }: ChatParameters) {
  const config = withoutUndefined({
    includeThoughts,
    thinkingLevel,
    thinkingBudget: thinkingLevel === undefined ? thinkingBudget : undefined,
  })
  return Object.keys(config).length > 0 ? config : undefined
}

/** An empty schema requests JSON of any shape. */
function toStructured({ structured }: ChatParameters): Json {
  if (!structured?.on) return {}
  const { schema, sentAs } = structured
  const isEmpty = Object.keys(schema).length === 0
  return { responseMimeType: 'application/json', ...(isEmpty ? {} : { [sentAs]: schema }) }
}

function toTools({ functions, urlContext, googleSearch }: ChatParameters): Json[] {
  return [
    ...(hasFunctions(functions) ? [{ functionDeclarations: functions.declarations }] : []),
    ...(urlContext ? [{ urlContext: {} }] : []),
    ...(googleSearch ? [{ googleSearch: {} }] : []),
  ]
}

function toToolConfig({ functions }: ChatParameters): Pick<ChatRequest, 'toolConfig'> {
  if (!hasFunctions(functions) || functions.mode === undefined) return {}
  return { toolConfig: { functionCallingConfig: { mode: functions.mode } } }
}

type FunctionSettings = ChatParameters['functions']

function hasFunctions(functions: FunctionSettings): functions is NonNullable<FunctionSettings> {
  return functions?.on === true && functions.declarations.length > 0
}

function withoutUndefined(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

interface RequestContent {
  readonly role: Turn['role']
  readonly parts: readonly Part[]
}

const continuationContent: RequestContent = {
  role: 'user',
  parts: [{ text: continuationPrompt }],
}

function toContents({
  branch,
  model,
  isContinuation,
}: {
  branch: readonly Turn[]
  model: string
  isContinuation: boolean
}): readonly RequestContent[] {
  const sent = listSent(branch).map((turn) => ({ role: turn.role, parts: partsToSend(turn, model) }))
  const merged = mergeRoles(sent)
  const contents = requiresSignatures(model) ? merged.map(signFirst) : merged
  return isContinuation && contents.at(-1)?.role === 'model' ? [...contents, continuationContent] : contents
}

/** Merges adjacent answers, which imported chats may have. */
function mergeRoles(contents: readonly RequestContent[]): RequestContent[] {
  const merged: RequestContent[] = []
  for (const content of contents) {
    const last = merged.at(-1)
    if (last?.role === content.role)
      merged[merged.length - 1] = { ...last, parts: [...last.parts, ...content.parts] }
    else merged.push(content)
  }
  return merged
}

function signFirst(content: RequestContent): RequestContent {
  return content.role === 'model' ? { ...content, parts: signFirstCall(content.parts) } : content
}

/** Includes the partial text of stopped, interrupted, and failed answers. */
function partsToSend(turn: Turn, model: string): readonly Part[] {
  if (turn.role === 'user') return turn.parts.map(correctTypes).filter(shouldSend)
  const isSameModel = turn.model !== null && toNeutralId(turn.model) === toNeutralId(model)
  // A model rejects the signatures of another one (wire §2.4).
  const parts = isSameModel ? turn.parts : turn.parts.map(withoutSignature)
  return parts.map(correctTypes).filter(shouldSend)
}

export function withoutSignature({ thoughtSignature: _, thought_signature: __, ...part }: Part): Part {
  return part
}

function signatureOf(part: Part): unknown {
  return part.thoughtSignature ?? part.thought_signature
}

/** Sends thoughts only if they are signed (wire §2.4), and empty texts only with other fields. */
function shouldSend(part: Part): boolean {
  const members = Object.keys(part).length
  if (signatureOf(part) !== undefined) return true
  if (part.thought === true || members === 0) return false
  return part.text !== '' || members > 1
}

/** Only the first of parallel calls is signed. */
function signFirstCall(parts: readonly Part[]): readonly Part[] {
  const first = parts.find((part) => part.functionCall)
  if (!first || signatureOf(first) !== undefined) return parts
  return parts.map((part) => (part === first ? { ...part, thoughtSignature: dummySignature } : part))
}

const mediaFields = ['inlineData', 'inline_data', 'fileData', 'file_data'] as const
const typeFields = ['mimeType', 'mime_type'] as const

/** Corrects `image/jpg`, which all services reject (wire §4.3). */
function correctTypes(part: Part): Part {
  const corrected = mediaFields.flatMap((field) => {
    const media = part[field]
    const wrong = typeFields.find((name) => media?.[name]?.toLowerCase() === 'image/jpg')
    return media && wrong ? [[field, { ...media, [wrong]: 'image/jpeg' }] as const] : []
  })
  const correctedPart = corrected.length > 0 ? { ...part, ...Object.fromEntries(corrected) } : part
  const inner = innerParts(part)
  return inner ? withInnerParts(correctedPart, inner.map(correctTypes)) : correctedPart
}
