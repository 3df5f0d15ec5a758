// Requests the vectors of a batch of texts, and waits as long as a rate limit requires.

import { endpoints } from '#shared/endpoints/endpoints'
import { routes, toPath } from '#shared/endpoints/routes'
import type { ModelEntry } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingSettings } from '#shared/schemas/embedding-set'
import { readUpstreamModel, type Send } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { rejectOnAbort, type Timer, waitFor } from '../concurrency/timing'
import { rateLimitDelay, readErrorResponse } from '../response'
import { type EmbeddedText, toTitle } from './vector-store'

export interface EmbedRequestOptions {
  readonly send: Send
  readonly settings: EmbeddingSettings
  readonly signal: AbortSignal
}

/** A hundred vectors of 8,192 numbers with many digits. */
const maxResponseBytes = 64 * 1024 * 1024

export interface ReceivedVectors {
  /** One per text, in their order. */
  readonly vectors: readonly Float32Array[]
  /** The model that the texts were sent to; undefined if that is the requested one. */
  readonly model: string | undefined
}

export async function requestVectors(
  options: EmbedRequestOptions,
  texts: readonly EmbeddedText[],
): Promise<ReceivedVectors> {
  const { body, model } = await embed(options, texts)
  const found = texts.length === 1 ? [field(body, 'embedding')] : field(body, 'embeddings')
  if (!Array.isArray(found) || found.length !== texts.length) throw invalidEmbedding()
  return { vectors: found.map((embedding) => readValues(field(embedding, 'values'))), model }
}

/** Returns the number of tokens, or undefined if the service does not report it. */
export async function countTokens(
  options: EmbedRequestOptions,
  { text }: EmbeddedText,
): Promise<number | undefined> {
  try {
    const { body } = await sendRequest(options, 'countTokens', { contents: [{ parts: [{ text }] }] })
    const total = field(body, 'totalTokens')
    return typeof total === 'number' ? total : undefined
  } catch (error) {
    if (options.signal.aborted) throw error
    return undefined
  }
}

interface ModelResponse {
  readonly body: unknown
  readonly model: string | undefined
}

async function sendRequest(
  { send, settings, signal }: EmbedRequestOptions,
  verb: 'embedContent' | 'batchEmbedContents' | 'countTokens',
  body: object,
): Promise<ModelResponse> {
  const response = await rejectOnAbort(send)({
    method: 'POST',
    path: toPath(routes[verb], endpoints.E14.prefix, { model: toModelId(settings) }),
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
    signal,
  })
  if (response.status < 200 || response.status > 299) throw await readErrorResponse(response)
  const bytes = await readBody(response.body, maxResponseBytes, invalidEmbedding)
  try {
    // A complete response is paid for, so it is used even if the request was aborted with its last byte.
    return { body: JSON.parse(new TextDecoder().decode(bytes)), model: readUpstreamModel(response.headers) }
  } catch {
    signal.throwIfAborted()
    throw invalidEmbedding()
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Checks without a schema, which would take longer than parsing millions of numbers. */
function readValues(values: unknown): Float32Array {
  if (!Array.isArray(values) || values.length === 0) throw invalidEmbedding()
  const vector = new Float32Array(values)
  // Nested arrays, other values, and numbers beyond 32 bits.
  if (values.some((value) => typeof value !== 'number') || !vector.every(Number.isFinite))
    throw invalidEmbedding()
  return vector
}

function invalidEmbedding(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider returned an invalid embedding.')
}

/** Sends one text alone, several as a batch. */
function embed(options: EmbedRequestOptions, texts: readonly EmbeddedText[]): Promise<ModelResponse> {
  const { settings } = options
  const [only] = texts
  if (texts.length === 1 && only) return sendRequest(options, 'embedContent', toContent(settings, only))
  // Each names the model of the URL, as the SDKs do.
  const model = `models/${toModelId(settings)}`
  const requests = texts.map((text) => ({ model, ...toContent(settings, text) }))
  return sendRequest(options, 'batchEmbedContents', { requests })
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
  /** Called when a wait starts or ends. */
  readonly onWait: () => void
}

export function createRateLimitBackoff({ timer, now, signal, onWait }: BackoffPorts) {
  /** Measured by timers: a wait until a time of day could take a year if the clock is set back. */
  const waits = new Set<Promise<void>>()
  let until = 0

  function startWait(milliseconds: number): void {
    until = Math.max(waits.size > 0 ? until : 0, now() + milliseconds)
    const ended = waitFor(timer, milliseconds, signal).then(() => void waits.delete(ended))
    waits.add(ended)
  }

  async function wait(): Promise<void> {
    while (waits.size > 0 && !signal.aborted) {
      onWait()
      await Promise.all(waits)
    }
    onWait()
    signal.throwIfAborted()
  }

  return {
    /** The end of the wait in milliseconds since the epoch; undefined if none is in progress. */
    until: () => (waits.size > 0 ? until : undefined),
    /** Retries after each wait; throws the error if waiting does not help. */
    async retry<Result>(call: () => Promise<Result>): Promise<Result> {
      for (let attempts = 0; ; attempts += 1) {
        if (waits.size > 0) await wait()
        try {
          return await call()
        } catch (error) {
          const seconds = rateLimitDelay(error, attempts)
          if (seconds === undefined) throw error
          startWait(seconds * 1000)
        }
      }
    },
  }
}

/** A token has three or four bytes in most languages, so a text with fewer bytes than this per token is within the limit. */
const minBytesPerToken = 2

/** True if the tokens are worth counting: services truncate texts that are too long without an error (wire §6). */
export function mayExceedLimit(
  text: string,
  { inputTokenLimit }: Pick<ModelEntry, 'inputTokenLimit'>,
): boolean {
  return inputTokenLimit !== undefined && Buffer.byteLength(text) > inputTokenLimit * minBytesPerToken
}

/** Returns undefined if the text is within the limit. */
export function describeTooLong(
  tokens: number,
  { inputTokenLimit, displayName }: Pick<ModelEntry, 'inputTokenLimit' | 'displayName'>,
): string | undefined {
  if (inputTokenLimit === undefined || tokens <= inputTokenLimit) return undefined
  const [found, max] = [tokens, inputTokenLimit].map((count) => count.toLocaleString('en'))
  return `This text has ${found} tokens. ${displayName} accepts up to ${max}. Shorten it or split it into several rows.`
}
