// Makes the calls that ask for vectors (specification E14, wire §6): beyond the text they hold only what was set.
import { endpoints } from '#shared/endpoints/endpoints'
import { routes, toPath } from '#shared/endpoints/routes'
import type { EmbeddingSettings } from '#shared/schemas/embedding-set'
import type { Call } from '#shared/wire/call'
import { type EmbeddedText, toTitle } from './vector-key'

/** One text by itself, several as a batch. */
export function toEmbedCall(
  settings: EmbeddingSettings,
  texts: readonly EmbeddedText[],
  signal: AbortSignal,
): Call {
  const model = toModelId(settings)
  const [only] = texts
  if (texts.length === 1 && only)
    return toCall(toPathOf('embedContent', model), toRequest(settings, only), signal)
  // As the SDKs do, each names the model of the address.
  const requests = texts.map((text) => ({ model: `models/${model}`, ...toRequest(settings, text) }))
  return toCall(toPathOf('batchEmbedContents', model), { requests }, signal)
}

/** Asks how long a text is for the model. */
export function toCountCall(settings: EmbeddingSettings, { text }: EmbeddedText, signal: AbortSignal): Call {
  return toCall(toPathOf('countTokens', toModelId(settings)), { contents: [{ parts: [{ text }] }] }, signal)
}

function toModelId({ model }: EmbeddingSettings): string {
  return model.replace(/^models\//, '')
}

function toRequest(settings: EmbeddingSettings, embedded: EmbeddedText) {
  const { taskType, outputDimensionality } = settings
  const title = toTitle(settings, embedded)
  return {
    content: { parts: [{ text: embedded.text }] },
    ...(taskType === null ? {} : { taskType }),
    ...(title === null ? {} : { title }),
    ...(outputDimensionality === null ? {} : { outputDimensionality }),
  }
}

function toPathOf(verb: 'embedContent' | 'batchEmbedContents' | 'countTokens', model: string): string {
  return toPath(routes[verb], endpoints.E14.prefix, { model })
}

function toCall(path: string, body: object, signal: AbortSignal): Call {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
    signal,
  }
}
