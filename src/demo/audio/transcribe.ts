// Transcription (E1): describes the audio file, since the demo cannot recognize speech.

import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpRequest, HttpResponse, RequestSignal } from '#shared/wire/http'
import type { Control } from '../control'
import { invalidArgument } from '../generation/fields'
import { countTokens, splitChunks } from '../generation/tokens'
import { wait } from '../pace'
import { clientDisconnected, frameEvents, jsonResponse } from '../responses'
import { describeChannels, describeDuration, type MediaInfo, measureMedia } from './measure-audio'

const extensions = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm']
const maxSeconds = 1400

interface Transcript {
  readonly text: string
  readonly usage: object
}

export async function transcribe(request: HttpRequest, control: Control): Promise<HttpResponse> {
  const { fields, file } = await readForm(request)
  const model = fields.model ?? ''
  if (model === '') throw invalidArgument('you must provide a model parameter', 'model')
  const format = fields.response_format ?? 'json'
  if (format !== 'json' && format !== 'text') {
    throw invalidArgument(
      `response_format '${format}' is not compatible with model '${model}'. Use 'json' or 'text' instead.`,
      'response_format',
    )
  }
  const transcript = await createTranscript(file, fields)
  if (fields.stream === 'true') return streamTranscript(transcript, control, request.signal)
  await wait(
    control.firstToken + (countTokens(transcript.text) * 1000) / control.tokensPerSecond,
    request.signal,
  )
  if (request.signal.aborted) throw clientDisconnected()
  if (format === 'json') return jsonResponse(transcript)
  const bytes = new TextEncoder().encode(`${transcript.text}\n`)
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: bytes }
}

async function createTranscript(
  file: UploadedFile | undefined,
  fields: Readonly<Record<string, string>>,
): Promise<Transcript> {
  if (!file) throw invalidArgument('you must provide a file parameter', 'file')
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!extensions.includes(extension)) {
    throw invalidArgument(
      `Invalid file format. Supported formats: [${extensions.map((name) => `'${name}'`).join(', ')}]`,
      'file',
    )
  }
  if (file.bytes.length === 0) throw invalidArgument(`The audio file "${file.name}" is empty.`, 'file')
  const info = await measureMedia(file.bytes)
  if (!info)
    throw invalidArgument(
      `Audio file might be corrupted or unsupported: "${file.name}" contains no readable audio.`,
      'file',
    )
  const duration = info.duration ?? 0
  if (duration > maxSeconds) {
    throw invalidArgument(
      `audio duration ${duration} seconds is longer than ${maxSeconds} seconds which is the maximum for this model`,
      'file',
    )
  }
  const text = describeAudio(file, info, fields)
  return { text, usage: toUsage(text, duration, fields.prompt ?? '') }
}

function describeAudio(
  file: UploadedFile,
  info: MediaInfo,
  fields: Readonly<Record<string, string>>,
): string {
  const { container, codec, duration, sampleRate, channels } = info
  const kind = codec && codec !== container ? `${container} (${codec})` : container
  const details = [
    ...(sampleRate ? [`${sampleRate.toLocaleString('en')} Hz`] : []),
    ...(channels ? [describeChannels(channels)] : []),
    `${file.bytes.length.toLocaleString('en')} bytes`,
  ]
  // Long files arrive in chunks; the last one says it for all.
  const [, part, parts] = /\((\d+) of (\d+)\)/.exec(file.name) ?? []
  return [
    `“${file.name}” is ${duration === undefined ? '' : `${describeDuration(duration)} of `}${kind} audio, ${details.join(', ')}.`,
    ...(fields.language ? [`Language: ${fields.language}.`] : []),
    ...(fields.prompt ? [`Prompt: “${fields.prompt.slice(0, 200)}”.`] : []),
    ...(part === parts
      ? ['(The built-in demo can’t recognize speech. For a real transcript, choose a provider in Settings.)']
      : []),
  ].join(' ')
}

/** Ten audio tokens per second, the rate of the vendor API. */
function toUsage(text: string, seconds: number, prompt: string) {
  const audioTokens = Math.max(1, Math.round(seconds * 10))
  const promptTokens = prompt === '' ? 0 : countTokens(prompt)
  const outputTokens = countTokens(text)
  return {
    type: 'tokens',
    input_tokens: audioTokens + promptTokens,
    input_token_details: { text_tokens: promptTokens, audio_tokens: audioTokens },
    output_tokens: outputTokens,
    total_tokens: audioTokens + promptTokens + outputTokens,
  }
}

function streamTranscript(transcript: Transcript, control: Control, signal: RequestSignal): HttpResponse {
  const body = frameEvents(streamEvents(transcript, control, signal), { control, signal, dialect: 'openai' })
  return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' }, body }
}

async function* streamEvents(
  { text, usage }: Transcript,
  control: Control,
  signal: RequestSignal,
): AsyncGenerator<object> {
  await wait(control.firstToken, signal)
  for (const { text: delta, tokens } of splitChunks(text, control.piece)) {
    if (signal.aborted) return
    yield { type: 'transcript.text.delta', delta }
    await wait((tokens * 1000) / control.tokensPerSecond, signal)
  }
  if (!signal.aborted) yield { type: 'transcript.text.done', text, usage }
}

interface UploadedFile {
  readonly name: string
  readonly mimeType: string
  readonly bytes: Uint8Array
}

interface TranscriptionForm {
  /** The last value of each name. Names like `include[]` keep their brackets. */
  readonly fields: Readonly<Record<string, string>>
  readonly file: UploadedFile | undefined
}

const maxFileBytes = 26_214_400

async function readForm(request: HttpRequest): Promise<TranscriptionForm> {
  const contentType = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b.*boundary=/i.test(contentType)) {
    throw invalidArgument('Content-Type: must be multipart/form-data with a boundary')
  }
  const fields: Record<string, string> = {}
  let file: UploadedFile | undefined
  const form = new Busboy({
    headers: { 'content-type': contentType },
    limits: { fileSize: maxFileBytes + 1, fields: 200 },
  })
  form.on('field', (name, value) => {
    fields[name] = value
  })
  form.on('file', (...[name, stream, fileName, , mimeType]) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    // An incomplete form also ends the file's stream with an error, which `feed` reports.
    stream.on('error', () => stream.resume())
    stream.on('end', () => {
      if (name === 'file') file = { name: fileName ?? '', mimeType, bytes: Buffer.concat(chunks) }
    })
  })
  await feed(form, request)
  if (file && file.bytes.length > maxFileBytes) {
    const message = `Maximum content size limit (${maxFileBytes}) exceeded (${file.bytes.length} bytes read)`
    throw new ApiError('PAYLOAD_TOO_LARGE', message, { param: 'file' })
  }
  return { fields, file }
}

/** Resolves when the form has ended. Rejects with an `ApiError` if it is incomplete or malformed. */
function feed(form: InstanceType<typeof Busboy>, { body, signal }: HttpRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const source = Readable.from(body instanceof Uint8Array ? [body] : (body ?? []))
    const fail = (cause: unknown) => {
      source.destroy()
      reject(new ApiError('INVALID_ARGUMENT', 'The multipart form is damaged or ends too early.', { cause }))
    }
    form.on('finish', () => resolve())
    form.on('error', fail)
    source.on('error', fail)
    signal.addEventListener('abort', () => {
      source.destroy()
      reject(new ApiError('CANCELLED', 'The client disconnected.'))
    })
    source.pipe(form)
  })
}
