// Transcription (E1): says truthfully what the audio file is, since the demo cannot hear what is spoken in it.

import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import type { Control } from '../control'
import { invalidArgument } from '../generation/fields'
import { countTokens, splitPieces } from '../generation/tokens'
import { wait } from '../pace'
import { frameEvents, jsonResponse } from '../responses'
import { describeChannels, describeDuration, type Measured, measureMedia } from './measure-audio'

const extensions = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm']
const maxSeconds = 1400

interface Transcript {
  readonly text: string
  readonly usage: object
}

export async function transcribe(call: HttpRequest, control: Control): Promise<HttpResponse> {
  const { fields, file } = await readForm(call)
  const model = fields.model ?? ''
  if (model === '') throw invalidArgument('you must provide a model parameter', 'model')
  const format = fields.response_format ?? 'json'
  if (format !== 'json' && format !== 'text') {
    throw invalidArgument(
      `response_format '${format}' is not compatible with model '${model}'. Use 'json' or 'text' instead.`,
      'response_format',
    )
  }
  const transcript = await listen(file, fields)
  if (fields.stream === 'true') return streamTranscript(transcript, { control, signal: call.signal })
  await wait(
    control.firstToken + (countTokens(transcript.text) * 1000) / control.tokensPerSecond,
    call.signal,
  )
  if (call.signal.aborted) throw new ApiError('CANCELLED', 'The client disconnected.')
  if (format === 'json') return jsonResponse(transcript)
  const bytes = new TextEncoder().encode(`${transcript.text}\n`)
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: bytes }
}

async function listen(
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
  const measured = await measureMedia(file.bytes)
  if (!measured)
    throw invalidArgument(
      `Audio file might be corrupted or unsupported: "${file.name}" holds no audio that can be read.`,
      'file',
    )
  const duration = measured.duration ?? 0
  if (duration > maxSeconds) {
    throw invalidArgument(
      `audio duration ${duration} seconds is longer than ${maxSeconds} seconds which is the maximum for this model`,
      'file',
    )
  }
  const text = describeAudio(file, measured, fields)
  return { text, usage: toUsage(text, duration, fields.prompt ?? '') }
}

function describeAudio(
  file: UploadedFile,
  measured: Measured,
  fields: Readonly<Record<string, string>>,
): string {
  const { container, codec, duration, sampleRate, channels } = measured
  const kind = codec && codec !== container ? `${container} (${codec})` : container
  const sound = [
    ...(sampleRate ? [`${sampleRate} Hz`] : []),
    ...(channels ? [describeChannels(channels)] : []),
    `${file.bytes.length} bytes`,
  ]
  return [
    `This is the built-in demo. It can’t recognize speech, but it read your file.`,
    `“${file.name}” is ${duration === undefined ? '' : `${describeDuration(duration)} of `}${kind} audio, ${sound.join(', ')}.`,
    ...(fields.language ? [`Language: ${fields.language}.`] : []),
    ...(fields.prompt ? [`Prompt: “${fields.prompt.slice(0, 200)}”.`] : []),
    'To get a real transcript, choose a provider in Settings.',
  ].join(' ')
}

/** Ten audio tokens a second, as upstream counts. */
function toUsage(text: string, seconds: number, prompt: string) {
  const audio = Math.max(1, Math.round(seconds * 10))
  const words = prompt === '' ? 0 : countTokens(prompt)
  const output = countTokens(text)
  return {
    type: 'tokens',
    input_tokens: audio + words,
    input_token_details: { text_tokens: words, audio_tokens: audio },
    output_tokens: output,
    total_tokens: audio + words + output,
  }
}

function streamTranscript(
  transcript: Transcript,
  pace: { control: Control; signal: AbortSignal },
): HttpResponse {
  const body = frameEvents(speak(transcript, pace), { ...pace, dialect: 'openai' })
  return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' }, body }
}

async function* speak(
  { text, usage }: Transcript,
  { control, signal }: { control: Control; signal: AbortSignal },
): AsyncGenerator<object> {
  await wait(control.firstToken, signal)
  for (const { text: delta, tokens } of splitPieces(text, control.piece)) {
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
  /** The last value of each name; names like `include[]` have their brackets. */
  readonly fields: Readonly<Record<string, string>>
  readonly file: UploadedFile | undefined
}

const fileLimit = 26_214_400

async function readForm(call: HttpRequest): Promise<TranscriptionForm> {
  const contentType = call.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b.*boundary=/i.test(contentType)) {
    throw invalidArgument('Content-Type: must be multipart/form-data with a boundary')
  }
  const fields: Record<string, string> = {}
  let file: UploadedFile | undefined
  const form = new Busboy({
    headers: { 'content-type': contentType },
    limits: { fileSize: fileLimit + 1, fields: 200 },
  })
  form.on('field', (name, value) => {
    fields[name] = value
  })
  form.on('file', (...[name, stream, fileName, , mimeType]) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A form that breaks off also ends the file's stream with an error; `feed` reports it to the caller.
    stream.on('error', () => stream.resume())
    stream.on('end', () => {
      if (name === 'file') file = { name: fileName ?? '', mimeType, bytes: Buffer.concat(chunks) }
    })
  })
  await feed(form, call)
  if (file && file.bytes.length > fileLimit) {
    const message = `Maximum content size limit (${fileLimit}) exceeded (${file.bytes.length} bytes read)`
    throw new ApiError('PAYLOAD_TOO_LARGE', message, { param: 'file' })
  }
  return { fields, file }
}

/** Resolves when the form has ended; a cut or crooked one is the caller's error. */
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
    signal.addEventListener(
      'abort',
      () => {
        source.destroy()
        reject(new ApiError('CANCELLED', 'The client disconnected.'))
      },
      { once: true },
    )
    source.pipe(form)
  })
}
