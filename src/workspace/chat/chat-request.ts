// Builds the request that continues a conversation.
import { findModel, type ModelEntry } from '#shared/models/catalogue'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { type RequestContent, toContents } from './chat-request-contents'

export interface Question {
  /** From the root to the prompt; to the answer that broke off where it is to go on. */
  readonly branch: readonly Turn[]
  readonly parameters: ChatParameters
  /** The branch's last answer is to be continued where it broke off. */
  readonly goOn?: boolean
  /** Absent, those of the catalogue. */
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

/** Media stand as they are kept. Nothing is sent that has not been set. */
export function toChatRequest({ branch, parameters, goOn = false, models }: Question): ChatRequest {
  const { systemInstruction, safety = [] } = parameters
  const generationConfig = toGenerationConfig(parameters, models)
  const tools = toTools(parameters)
  return {
    contents: toContents({ branch, model: parameters.model, goOn }),
    ...(systemInstruction?.trim() ? { systemInstruction: { parts: [{ text: systemInstruction }] } } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    ...toToolConfig(parameters),
    ...(safety.length > 0 ? { safetySettings: safety } : {}),
    ...(Object.keys(generationConfig).length > 0 ? { generationConfig } : {}),
  }
}

function toGenerationConfig(parameters: ChatParameters, models: Question['models']): Json {
  const { temperature, topP, topK, maxOutputTokens, stopSequences = [], seed } = parameters
  return withoutAbsent({
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

/** Text models refuse all of it, and image models what they do not take; a model nobody knows is sent what was set. */
function toImageConfig(
  { aspectRatio, imageSize, responseModalities }: ChatParameters,
  model?: ModelEntry,
): Json {
  if (model && model.kind !== 'image') return {}
  const imageConfig = withoutAbsent({
    aspectRatio: !model || model.aspectRatios ? aspectRatio : undefined,
    imageSize: !model || model.imageSizes ? imageSize : undefined,
  })
  return {
    // E7 wants them, and the 2.0 model draws only where it is told to (wire §7.1).
    responseModalities: responseModalities ?? (model ? ['TEXT', 'IMAGE'] : undefined),
    imageConfig: Object.keys(imageConfig).length > 0 ? imageConfig : undefined,
  }
}

/** Budget and level together are refused (wire §2.4): the level wins. */
function toThinkingConfig({ includeThoughts, thinkingBudget, thinkingLevel }: ChatParameters) {
  const config = withoutAbsent({
    includeThoughts,
    thinkingLevel,
    thinkingBudget: thinkingLevel === undefined ? thinkingBudget : undefined,
  })
  return Object.keys(config).length > 0 ? config : undefined
}

/** An empty schema asks for JSON of any shape. */
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

function withoutAbsent(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
