// Guesses what a model of an OpenAI-compatible server is for from its name, because its list does not say.
import type { ModelKind } from '../schemas/model'

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
