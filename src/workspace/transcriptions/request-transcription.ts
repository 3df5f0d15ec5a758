// Sends a piece to be transcribed, and reads the response.

import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { routes } from '#shared/endpoints/routes'
import { ApiError, readErrorBody } from '#shared/schemas/api-error'
import { TranscriptionResponse } from '#shared/schemas/openai-requests'
import type { TranscriptionSettings } from '#shared/schemas/transcription-job'
import { type HttpBody, type HttpResponse, readUpstreamModel, type Send } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { readEvents } from '#shared/wire/read-events'
import { audioSecondsHeader } from '../exchange-log/billed-items'
import { parseJson } from '../parse-json'
import { isOutcomeUnknown, readErrorResponse, streamBody } from '../response'

interface SendPieceOptions {
  readonly settings: TranscriptionSettings
  readonly file: AudioFile
  /** The length of the piece: its cost in the usage depends on it. */
  readonly seconds: number
  readonly send: Send
  readonly signal: AbortSignal
  /** Called with the number of sent bytes. */
  readonly onSent: (bytes: number) => void
  /** `model` is the one that the piece was sent to; undefined if that is the requested one. */
  readonly onAnswer: (exchangeId: string | null, model: string | undefined) => void
  readonly onDelta: (delta: string) => void
}

/** Sends one piece (specification E1). Throws if the connection broke: then the result is unknown. */
export async function sendPiece(chunk: SendPieceOptions): Promise<TranscriptionResult> {
  const { settings, file, seconds, send, signal, onSent, onAnswer, onDelta } = chunk
  const { headers: formHeaders, body } = writeForm({ fields: listFields(settings), file, onSent })
  let unreadable: ApiError | undefined
  async function* watchedBody(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* body
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      const message = `Couldn’t read “${file.name}”: ${reason}.`
      unreadable = cause instanceof ApiError ? cause : new ApiError('FAILED_PRECONDITION', message, { cause })
      throw cause
    }
  }
  try {
    const { method, path } = routes.transcribe
    const headers = { ...formHeaders, [audioSecondsHeader]: seconds.toFixed(3) }
    const response = await send({ method, path, headers, body: watchedBody(), signal })
    onAnswer(response.headers['x-exchange-id'] ?? null, readUpstreamModel(response.headers))
    return await readTranscription(response, onDelta)
  } catch (error) {
    // The form was never complete, so it cannot have been billed.
    if (unreadable) return { kind: 'rejected', error: unreadable }
    throw error
  }
}

/** Omits unset fields. */
function listFields({ model, language, prompt, temperature, streaming }: TranscriptionSettings) {
  const fields = {
    model,
    language,
    prompt,
    temperature: temperature?.toString(),
    stream: streaming && 'true',
  }
  return Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

export interface AudioFile {
  readonly path: string
  /** The name to send. */
  readonly name: string
  readonly mimeType: string
  readonly bytes: number
}

export interface Form {
  /** Sent in this order. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly file: AudioFile
  /** Called for each sent chunk with the number of sent bytes. */
  readonly onSent?: (bytes: number) => void
}

/** Few chunks are in memory at once: in the pool, in the stream's buffer, and in flight. */
const chunkBytes = 65_536

/** The headers have the exact length. */
export function writeForm({ fields, file, onSent = () => {} }: Form) {
  const boundary = `form-${randomBytes(18).toString('hex')}`
  const head = Buffer.from(
    [...fields.map(([name, value]) => writeField(boundary, name, value)), writeFileHead(boundary, file)].join(
      '',
    ),
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* streamForm(): AsyncGenerator<Uint8Array, void, undefined> {
    yield head
    let sent = 0
    for await (const chunk of readFile(file)) {
      yield chunk
      sent += chunk.length
      onSent(sent)
    }
    yield tail
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.bytes + tail.length),
    },
    body: streamForm(),
  }
}

/** Throws if the file no longer has the length in the headers. */
async function* readFile({ path, name, bytes }: AudioFile): AsyncGenerator<Buffer, void, undefined> {
  let remaining = bytes
  const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: chunkBytes })
  for await (const chunk of stream) {
    if (chunk.length > remaining) throw fileChanged(name)
    remaining -= chunk.length
    yield chunk
  }
  if (remaining > 0) throw fileChanged(name)
}

function fileChanged(name: string): ApiError {
  return new ApiError('FAILED_PRECONDITION', `“${name}” changed while it was being sent.`)
}

function writeField(boundary: string, name: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`
}

function writeFileHead(boundary: string, { name, mimeType }: AudioFile): string {
  const disposition = `form-data; name="file"; filename="${escapeName(name)}"`
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${mimeType}\r\n\r\n`
}

/** Escapes like browsers do. */
function escapeName(name: string): string {
  return name.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22')
}

/** A complete response. Truncated responses, and others that may have been billed, throw instead. */
type TranscriptionResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'rejected'; readonly error: ApiError }

/** For comparison: hours of speech are a few hundred thousand bytes. */
const maxResponseBytes = 64 * 1024 * 1024

/** Reads the response by its type, because some models never stream. */
export async function readTranscription(
  response: HttpResponse,
  onDelta: (delta: string) => void,
): Promise<TranscriptionResult> {
  const type = response.headers['content-type'] ?? ''
  if (response.status !== 200) {
    const error = await readErrorResponse(response)
    if (isOutcomeUnknown(response)) throw error
    return { kind: 'rejected', error }
  }
  if (/^\s*text\/event-stream\b/i.test(type)) return await readStream(response.body, onDelta)
  const text = new TextDecoder().decode(await readBody(response.body, maxResponseBytes, invalidTranscript))
  if (/^\s*text\/plain\b/i.test(type)) return { kind: 'text', text }
  return readAnswer(parseJson(text))
}

function readAnswer(response: unknown): TranscriptionResult {
  const error = readErrorBody(502, response)
  if (error) return { kind: 'rejected', error }
  const { data } = TranscriptionResponse.safeParse(response)
  if (!data) throw invalidTranscript()
  return { kind: 'text', text: data.text }
}

interface TranscriptEvent {
  readonly type?: unknown
  readonly delta?: unknown
  readonly text?: unknown
}

async function readStream(body: HttpBody, onDelta: (delta: string) => void): Promise<TranscriptionResult> {
  let rest = ''
  const onRest = (text: string) => {
    rest = text
  }
  let result: TranscriptionResult | undefined
  try {
    for await (const event of readEvents(streamBody(body), onRest)) {
      if (event === '[DONE]') break
      const content = parseJson(event)
      const error = readErrorBody(502, content)
      if (error) return { kind: 'rejected', error }
      // Ignores other fields and events.
      const { type, delta, text } = (content ?? {}) as TranscriptEvent
      if (type === 'transcript.text.delta' && typeof delta === 'string') onDelta(delta)
      if (type === 'transcript.text.done' && typeof text === 'string') result = { kind: 'text', text }
    }
  } catch (error) {
    // A connection that breaks after the complete text is not an error.
    if (!result) throw error
  }
  const error = readErrorBody(502, parseJson(rest))
  if (error) return { kind: 'rejected', error }
  if (result) return result
  throw new ApiError('ABORTED', 'The response was cut off.')
}

function invalidTranscript(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider returned an invalid transcript.')
}
