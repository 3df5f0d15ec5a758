// Requests the vectors of a batch of texts, and waits as long as a rate limit asks for.

import { endpoints } from '#shared/endpoints/endpoints'
import { routes, toPath } from '#shared/endpoints/routes'
import type { ModelEntry } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingSettings } from '#shared/schemas/embedding-set'
import type { Send } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { rejectOnAbort } from '../concurrency/abort'
import { type Timer, waitFor } from '../concurrency/timing'
import { rateLimitDelay, readErrorResponse } from '../response'
import { type EmbeddedText, toTitle } from './vector-store'

export interface EmbedRequestOptions {
  readonly send: Send
  readonly settings: EmbeddingSettings
  readonly signal: AbortSignal
}

/** A hundred vectors of 8,192 numbers, written with many digits. */
const maxResponseBytes = 64 * 1024 * 1024

/** One a text, in their order. */
export async function requestVectors(
  options: EmbedRequestOptions,
  texts: readonly EmbeddedText[],
): Promise<Float32Array[]> {
  const answer = await embed(options, texts)
  const found = texts.length === 1 ? [field(answer, 'embedding')] : field(answer, 'embeddings')
  if (!Array.isArray(found) || found.length !== texts.length) throw noVectors()
  return found.map((embedding) => readValues(field(embedding, 'values')))
}

/** How long a text is for the model; undefined if nobody can tell. */
export async function countTokens(
  options: EmbedRequestOptions,
  { text }: EmbeddedText,
): Promise<number | undefined> {
  try {
    const total = field(
      await ask(options, 'countTokens', { contents: [{ parts: [{ text }] }] }),
      'totalTokens',
    )
    return typeof total === 'number' ? total : undefined
  } catch (error) {
    if (options.signal.aborted) throw error
    return undefined
  }
}

async function ask(
  { send, settings, signal }: EmbedRequestOptions,
  verb: 'embedContent' | 'batchEmbedContents' | 'countTokens',
  body: object,
): Promise<unknown> {
  const answer = await rejectOnAbort(send)({
    method: 'POST',
    path: toPath(routes[verb], endpoints.E14.prefix, { model: toModelId(settings) }),
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
    signal,
  })
  if (answer.status < 200 || answer.status > 299) throw await readErrorResponse(answer)
  const bytes = await readBody(answer.body, maxResponseBytes, noVectors)
  try {
    // A complete response is paid for: it is taken, even from a call that was given up with its last byte.
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    signal.throwIfAborted()
    throw noVectors()
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** A schema over millions of numbers would cost more than reading them. */
function readValues(values: unknown): Float32Array {
  if (!Array.isArray(values) || values.length === 0) throw noVectors()
  const vector = new Float32Array(values)
  // Lengths that are no numbers, and numbers beyond 32 bits.
  if (values.some((value) => typeof value !== 'number') || !vector.every(Number.isFinite)) throw noVectors()
  return vector
}

function noVectors(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider returned an invalid embedding.')
}

/** One text on its own, several as a batch. */
function embed(options: EmbedRequestOptions, texts: readonly EmbeddedText[]): Promise<unknown> {
  const { settings } = options
  const [only] = texts
  if (texts.length === 1 && only) return ask(options, 'embedContent', toContent(settings, only))
  // As the SDKs do, each names the model of the address.
  const model = `models/${toModelId(settings)}`
  const requests = texts.map((text) => ({ model, ...toContent(settings, text) }))
  return ask(options, 'batchEmbedContents', { requests })
}

function toModelId({ model }: EmbeddingSettings): string {
  return model.replace(/^models\//, '')
}

function toContent(settings: EmbeddingSettings, embedded: EmbeddedText) {
  const { taskType, outputDimensionality } = settings
  const title = toTitle(settings, embedded)
  return {
    content: { parts: [{ text: embedded.text }] },
    ...(taskType === null ? {} : { taskType }),
    ...(title === null ? {} : { title }),
    ...(outputDimensionality === null ? {} : { outputDimensionality }),
  }
}

interface BackoffPorts {
  readonly timer: Timer
  readonly now: () => number
  readonly signal: AbortSignal
  /** Somebody begins to wait, or nobody waits any longer. */
  readonly onWait: () => void
}

export function createRateLimitBackoff({ timer, now, signal, onWait }: BackoffPorts) {
  let until = 0
  const isWaiting = () => until > now()

  async function wait(): Promise<void> {
    while (isWaiting() && !signal.aborted) {
      onWait()
      await waitFor(timer, Math.max(until - now(), 1), signal)
    }
    onWait()
    signal.throwIfAborted()
  }

  return {
    /** Milliseconds since the epoch; undefined if nobody waits. */
    until: () => (isWaiting() ? until : undefined),
    /** Calls again after each wait; throws the refusal when waiting does not help. */
    async persist<Result>(call: () => Promise<Result>): Promise<Result> {
      for (let refusals = 0; ; refusals += 1) {
        if (isWaiting()) await wait()
        try {
          return await call()
        } catch (error) {
          const seconds = rateLimitDelay(error, refusals)
          if (seconds === undefined) throw error
          until = Math.max(until, now() + seconds * 1000)
        }
      }
    },
  }
}

/** A token has three or four bytes in most languages: who has fewer bytes than this for each cannot be over the limit. */
const minBytes = 2

/** True if the tokens are worth counting: services cut a text that is too long without saying so (wire §6). */
export function mayExceedLimit(
  text: string,
  { inputTokenLimit }: Pick<ModelEntry, 'inputTokenLimit'>,
): boolean {
  return inputTokenLimit !== undefined && Buffer.byteLength(text) > inputTokenLimit * minBytes
}

/** Undefined if it is not over the limit. */
export function describeTooLong(
  tokens: number,
  { inputTokenLimit, displayName }: Pick<ModelEntry, 'inputTokenLimit' | 'displayName'>,
): string | undefined {
  if (inputTokenLimit === undefined || tokens <= inputTokenLimit) return undefined
  const [found, most] = [tokens, inputTokenLimit].map((count) => count.toLocaleString('en'))
  return `This text has ${found} tokens. ${displayName} accepts up to ${most}. Shorten it or split it into several rows.`
}
