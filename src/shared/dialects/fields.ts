// What the Gemini API and OpenAI's API call the same field of a chat, and what OpenAI-compatible servers don't support.
// Reasons complete a sentence that starts with the server's name.
import { audioFormats, type ServerFeatures } from '../models/openai-servers'

interface Parameter {
  /** In `generationConfig`. */
  readonly gemini: string
  readonly openai: string
  /** For servers that have another name for it. */
  readonly nameAt?: (server: ServerFeatures) => string
  /** Means the same as no value. Clients send it, but not all servers accept it. */
  readonly usual?: unknown
  /** Servers without this feature ignore the field, or reject the request with the reason. */
  readonly needs?: 'hasTopK' | 'hasChoices'
  readonly reason?: string
}

/** Parameters with the same meaning and values. */
export const parameters: readonly Parameter[] = [
  { gemini: 'temperature', openai: 'temperature' },
  { gemini: 'topP', openai: 'top_p' },
  { gemini: 'topK', openai: 'top_k', needs: 'hasTopK' },
  { gemini: 'seed', openai: 'seed', nameAt: ({ seed }) => seed },
  { gemini: 'maxOutputTokens', openai: 'max_completion_tokens', nameAt: ({ tokenLimit }) => tokenLimit },
  {
    gemini: 'candidateCount',
    openai: 'n',
    usual: 1,
    needs: 'hasChoices',
    reason: 'returns only one candidate',
  },
  { gemini: 'stopSequences', openai: 'stop' },
  { gemini: 'presencePenalty', openai: 'presence_penalty' },
  { gemini: 'frequencyPenalty', openai: 'frequency_penalty' },
]

/** Fields of the Gemini API that servers ignore: how Google bills, stores, or names a request, and how it reads media. */
export const ignoredByOpenAi = {
  request: ['labels', 'model', 'serviceTier', 'store'],
  config: ['mediaResolution', 'enableEnhancedCivicAnswers', 'responseJsonSchemaOrdered'],
}

/** Fields of OpenAI's API that the Gemini API ignores: how OpenAI bills, stores, or speeds up a request. */
export const ignoredByGemini = [
  'metadata',
  'prediction',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'store',
  'user',
  'verbosity',
]

/** What no OpenAI-compatible server has. */
export const unsupported = {
  googleSearch: "can't search the web",
  urlContext: "can't open URLs",
  codeExecution: "can't run code",
  safety: 'has no safety filters',
} as const

/** Of servers without `hasToolChoice`. */
export const forcesNoCall = "can't force the model to call a function"

type MediaFeatures = Pick<ServerFeatures, 'hasAudio' | 'hasVideo' | 'hasDocuments'>

type MediaPart = 'text' | 'image_url' | 'input_audio' | 'video_url' | 'file'

interface MediaSupport {
  /** The type of the part that media of this type are sent in. Undefined if the server doesn't accept them. */
  readonly part?: MediaPart
  /** Of a whole kind of media, or of its formats. */
  readonly reason?: string
  readonly isFormat?: true
}

/** `type` is a media type in lower case. */
export function findMediaPart(type: string, server: MediaFeatures): MediaSupport {
  if (type.startsWith('image/')) return { part: 'image_url' }
  if (type.startsWith('text/') || type === 'application/json') return { part: 'text' }
  if (type.startsWith('audio/')) {
    if (!server.hasAudio) return { reason: "can't listen to audio" }
    if (!audioFormats.has(type)) return { reason: 'accepts only WAV and MP3 audio', isFormat: true }
    return { part: 'input_audio' }
  }
  if (type.startsWith('video/'))
    return server.hasVideo ? { part: 'video_url' } : { reason: "can't watch videos" }
  return type === 'application/pdf' && server.hasDocuments ? { part: 'file' } : {}
}
