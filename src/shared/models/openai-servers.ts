// The OpenAI-compatible servers that people use: their usual base URLs, their features according to their own
// documentation, and what their models are for.
import type { ModelKind } from '../schemas/model'
import type { ServerName } from '../schemas/upstream'

export interface ServerPreset {
  readonly label: string
  /** The port of a local server is its default one. Empty if there is no usual URL. */
  readonly baseUrl: string
  /** It runs on the user's computer, and needs no key. */
  readonly isLocal: boolean
}

export const serverPresets: Readonly<Record<ServerName, ServerPreset>> = {
  ollama: { label: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', isLocal: true },
  'lm-studio': { label: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', isLocal: true },
  'llama-cpp': { label: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', isLocal: true },
  vllm: { label: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1', isLocal: true },
  openrouter: { label: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', isLocal: false },
  groq: { label: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', isLocal: false },
  mistral: { label: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', isLocal: false },
  openai: { label: 'OpenAI', baseUrl: 'https://api.openai.com/v1', isLocal: false },
  other: { label: 'Other server', baseUrl: '', isLocal: false },
}

/** Guesses which server it is from its URL: a local one from its port, on any host. */
export function guessServer(url: string): ServerName {
  const { hostname, origin } = new URL(url)
  const found = Object.entries(serverPresets).find(([, { baseUrl, isLocal }]) => {
    if (baseUrl === '') return false
    const usual = new URL(baseUrl)
    return isLocal ? readPort(usual.origin) === readPort(origin) : usual.hostname === hostname
  })
  // The keys of the presets are names of servers.
  return (found?.[0] as ServerName | undefined) ?? 'other'
}

function readPort(origin: string): string | undefined {
  return /:(\d+)$/.exec(origin)?.[1]
}

export interface ServerFeatures {
  /** For messages. */
  readonly label: string
  /** Newer OpenAI models reject `max_tokens`; local servers know only that. */
  readonly tokenLimit: 'max_tokens' | 'max_completion_tokens'
  readonly seed: 'seed' | 'random_seed'
  /** `stream_options`, which requests usage at the end of a stream. */
  readonly hasStreamOptions: boolean
  /** Several choices for one request (`n`). */
  readonly hasChoices: boolean
  readonly hasToolChoice: boolean
  readonly hasLogprobs: boolean
  /** `response_format: {"type":"json_object"}`; otherwise a schema of any object has the same effect. */
  readonly hasJsonObjects: boolean
  /** Rejects that format unless a message has the word JSON. */
  readonly requiresJsonWord?: boolean
  /** The number of dimensions of an embedding. */
  readonly dimensions: 'dimensions' | 'output_dimension'
  readonly hasTopK: boolean
  readonly hasAudio: boolean
  readonly hasVideo: boolean
  /** PDF files. */
  readonly hasDocuments: boolean
  /** Every model accepts `reasoning_effort: "none"`; elsewhere, it is an error with those that never or always think. */
  readonly hasEffortNone: boolean
  /** Knows `reasoning_effort: "minimal"`. */
  readonly hasEffortMinimal?: boolean
  /** Image models have the images API, or respond to chat completions with images. */
  readonly images: 'api' | 'chat'
  /** Responses never have the model's thoughts. */
  readonly hidesThoughts?: boolean
  /** The member of an assistant message that returns the model's thoughts to it. */
  readonly thoughts?: 'reasoning' | 'reasoning_content'
}

/** The formats of audio in prompts that the API has names for, by media type. */
export const audioFormats: ReadonlyMap<string, string> = new Map([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/mp3', 'mp3'],
  ['audio/mpeg', 'mp3'],
])

const usual: ServerFeatures = {
  label: 'This OpenAI-compatible server',
  tokenLimit: 'max_tokens',
  seed: 'seed',
  hasStreamOptions: true,
  hasChoices: true,
  hasToolChoice: true,
  hasLogprobs: true,
  hasJsonObjects: true,
  dimensions: 'dimensions',
  hasTopK: false,
  hasAudio: true,
  hasVideo: false,
  hasDocuments: false,
  hasEffortNone: true,
  images: 'api',
}

/** All but Groq and Mistral have fakes in `gateway/testing/fake-openai-servers`, which name the sources. */
export const servers: Readonly<Record<ServerName, ServerFeatures>> = {
  ollama: {
    ...usual,
    label: serverPresets.ollama.label,
    hasChoices: false,
    hasToolChoice: false,
    hasAudio: false,
    // Not `reasoning_content`: github.com/ollama/ollama/issues/18534
    thoughts: 'reasoning',
  },
  'lm-studio': {
    ...usual,
    label: serverPresets['lm-studio'].label,
    hasChoices: false,
    hasLogprobs: false,
    hasJsonObjects: false,
    hasTopK: true,
    hasAudio: false,
  },
  'llama-cpp': {
    ...usual,
    label: serverPresets['llama-cpp'].label,
    hasTopK: true,
    // With the projector of a vision model, and ffmpeg.
    hasVideo: true,
    // github.com/ggml-org/llama.cpp/pull/21249
    thoughts: 'reasoning_content',
  },
  vllm: {
    ...usual,
    label: serverPresets.vllm.label,
    hasTopK: true,
    hasVideo: true,
    // Since 0.20, not `reasoning_content`: github.com/QwenLM/qwen-code/issues/4285
    thoughts: 'reasoning',
  },
  openrouter: {
    ...usual,
    label: serverPresets.openrouter.label,
    hasChoices: false,
    hasTopK: true,
    hasDocuments: true,
    // openrouter.ai/docs/use-cases/reasoning-tokens
    hasEffortMinimal: true,
    // openrouter.ai/docs/guides/overview/multimodal/image-generation
    images: 'chat',
    // openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning-blocks
    thoughts: 'reasoning',
  },
  // Neither log probabilities nor several choices: console.groq.com/docs/openai
  groq: {
    ...usual,
    label: serverPresets.groq.label,
    hasChoices: false,
    hasLogprobs: false,
    hasAudio: false,
    // console.groq.com/docs/structured-outputs
    requiresJsonWord: true,
    // Llama and GPT-OSS reject it: github.com/iamsrikanthnani/pluely/pull/219, theopenco/llmgateway/pull/3422
    hasEffortNone: false,
  },
  // It rejects every field that it does not know (github.com/mistralai/platform-docs-public/issues/7), has `random_seed`
  // (github.com/simonw/llm-mistral/issues/2), and always ends a stream with usage.
  mistral: {
    ...usual,
    label: serverPresets.mistral.label,
    seed: 'random_seed',
    // docs.mistral.ai/api/endpoint/embeddings
    dimensions: 'output_dimension',
    hasStreamOptions: false,
    hasLogprobs: false,
    hasAudio: false,
    // Only some models know the parameter: github.com/NousResearch/hermes-agent/issues/11243
    hasEffortNone: false,
  },
  openai: {
    ...usual,
    label: serverPresets.openai.label,
    tokenLimit: 'max_completion_tokens',
    // platform.openai.com/docs/guides/structured-outputs#json-mode
    requiresJsonWord: true,
    hasDocuments: true,
    // GPT-4o does not know the parameter, and models before GPT-5.1 do not know this value of it:
    // learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort
    hasEffortNone: false,
    // developers.openai.com/api/docs/guides/reasoning
    hidesThoughts: true,
    hasEffortMinimal: true,
  },
  other: usual,
}

const patterns: readonly (readonly [RegExp, ModelKind | undefined])[] = [
  [/rerank|moderation|tts|text-to-speech|realtime|guard/, undefined],
  [/embed|(?:^|[/-])(?:bge|gte|e5|minilm)[-_]|all-minilm/, 'embedding'],
  [/whisper|transcri|parakeet|(?:^|[-_/])asr/, 'transcription'],
  [/(?:^|\/)sora|video/, 'video'],
  [
    /dall-e|gpt-image|stable-diffusion|sdxl|flux|imagen|z-image|seedream|(?:qwen|flash|pro|gpt-\d)[\w.-]*-image/,
    'image',
  ],
]

/** Returns undefined for models that none of the endpoints can use. */
export function guessKind(id: string): ModelKind | undefined {
  const name = id.toLowerCase()
  const match = patterns.find(([pattern]) => pattern.test(name))
  return match ? match[1] : 'text'
}
