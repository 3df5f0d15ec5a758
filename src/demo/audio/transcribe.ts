// Transcription (E1): says truthfully what the audio file is, since the demo cannot hear what is spoken in it.
import { ApiError } from '#shared/schemas/api-error'
import type { Answer, Call } from '#shared/wire/call'
import { answerJson } from '../answers'
import type { Control } from '../control'
import { frameEvents } from '../framing'
import { countTokens, splitPieces } from '../generation/tokens'
import { wait } from '../pace'
import { type Measured, measureMedia, refuseAudio, tellChannels, tellDuration } from './measure-audio'
import { readForm, type UploadedFile } from './read-form'

const extensions = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm']
const longest = 1400

interface Transcript {
  readonly text: string
  readonly usage: object
}

export async function transcribe(call: Call, control: Control): Promise<Answer> {
  const { fields, file } = await readForm(call)
  const model = fields.model ?? ''
  if (model === '') throw refuseAudio('you must provide a model parameter', 'model')
  const format = fields.response_format ?? 'json'
  if (format !== 'json' && format !== 'text') {
    throw refuseAudio(
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
  if (call.signal.aborted) throw new ApiError('CANCELLED', 'The caller went away.')
  if (format === 'json') return answerJson(transcript)
  const bytes = new TextEncoder().encode(`${transcript.text}\n`)
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: bytes }
}

async function listen(
  file: UploadedFile | undefined,
  fields: Readonly<Record<string, string>>,
): Promise<Transcript> {
  if (!file) throw refuseAudio('you must provide a file parameter')
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!extensions.includes(extension)) {
    throw refuseAudio(
      `Invalid file format. Supported formats: [${extensions.map((name) => `'${name}'`).join(', ')}]`,
    )
  }
  if (file.bytes.length === 0) throw refuseAudio(`The audio file "${file.name}" is empty.`)
  const measured = await measureMedia(file.bytes, file.mimeType)
  if (!measured)
    throw refuseAudio(
      `Audio file might be corrupted or unsupported: "${file.name}" holds no audio that can be read.`,
    )
  const duration = measured.duration ?? 0
  if (duration > longest) {
    throw refuseAudio(
      `audio duration ${duration} seconds is longer than ${longest} seconds which is the maximum for this model`,
    )
  }
  const text = tell(file, measured, fields)
  return { text, usage: toUsage(text, duration, fields.prompt ?? '') }
}

function tell(file: UploadedFile, measured: Measured, fields: Readonly<Record<string, string>>): string {
  const { container, codec, duration, sampleRate, channels } = measured
  const kind = codec && codec !== container ? `${container} (${codec})` : container
  const sound = [
    ...(sampleRate ? [`${sampleRate} Hz`] : []),
    ...(channels ? [tellChannels(channels)] : []),
    `${file.bytes.length} bytes`,
  ]
  return [
    `This is the demo service: it cannot hear speech, but it has read your file.`,
    `“${file.name}” is ${duration === undefined ? '' : `${tellDuration(duration)} of `}audio in ${kind} format, ${sound.join(', ')}.`,
    ...(fields.language ? [`You gave its language as “${fields.language}”.`] : []),
    ...(fields.prompt ? [`Your hint was: “${fields.prompt.slice(0, 200)}”.`] : []),
    'Enter a service and its key in Settings to get the words that are spoken in it.',
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

function streamTranscript(transcript: Transcript, pace: { control: Control; signal: AbortSignal }): Answer {
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
