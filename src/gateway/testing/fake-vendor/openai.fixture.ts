// The fake OpenAI API: transcriptions, complete and streaming, and the list of models (wire §8, §4.5).
import { openAi, VendorError, writeOpenAiError, wrongOpenAiKey } from './errors.fixture'
import { type FakeResponse, type ReceivedRequest, replyText } from './reply.fixture'
import { findTranscriber, listOpenAiModels, type Transcriber, toOpenAiModel } from './vendor-models.fixture'

/** Bytes of one audio file. */
const maxBytes = 26_214_400
/** Seconds of one recording. */
const maxSeconds = 1400

const extensions = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm']
const formats = ['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json']

interface Recording {
  readonly name: string
  readonly bytes: Buffer
  readonly seconds: number | undefined
}

interface TranscriptionForm {
  readonly model: Transcriber
  readonly recording: Recording
  readonly fields: ReadonlyMap<string, readonly string[]>
}

/** Never throws: errors are responses. */
export async function answerOpenAi(
  received: ReceivedRequest,
  keys: readonly string[],
): Promise<FakeResponse> {
  try {
    const reply = await route(received, keys)
    return { ...reply, headers: { ...openAiHeaders, ...reply.headers } }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const errorReply = writeOpenAiError(error)
    return { ...errorReply, headers: { ...openAiHeaders, ...errorReply.headers } }
  }
}

const openAiHeaders = {
  'openai-organization': 'org-fake',
  'openai-processing-ms': '421',
  'x-request-id': 'req_fake',
  'x-ratelimit-remaining-requests': '499',
  'set-cookie': '__cf_bm=fake; path=/; HttpOnly',
} as const

async function route(received: ReceivedRequest, keys: readonly string[]): Promise<FakeResponse> {
  const { method, path } = received
  const isList = method === 'GET' && path === '/v1/models'
  const model = method === 'GET' ? /^\/v1\/models\/([^/]+)$/.exec(path)?.[1] : undefined
  const isCall = method === 'POST' && path === '/v1/audio/transcriptions'
  if (!isList && !isCall && model === undefined)
    throw openAi(404, { message: `Invalid URL (${method} ${path})` })
  checkKey(received, keys)
  if (isList) return replyCompact(listOpenAiModels())
  if (model !== undefined) return replyCompact(toOpenAiModel(findModel(model)))
  return write(await readForm(received))
}

function replyCompact(value: unknown): FakeResponse {
  return replyText(JSON.stringify(value), { type: 'application/json' })
}

function checkKey({ headers }: ReceivedRequest, keys: readonly string[]): void {
  const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (key === undefined)
    throw openAi(401, {
      message:
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    })
  if (!keys.includes(key)) throw wrongOpenAiKey(key)
}

function findModel(id: string): Transcriber {
  const model = findTranscriber(id)
  if (model) return model
  throw openAi(404, {
    message: `The model \`${id}\` does not exist or you do not have access to it.`,
    code: 'model_not_found',
  })
}

async function readForm({ headers, body }: ReceivedRequest): Promise<TranscriptionForm> {
  const form = await parse(headers['content-type'] ?? '', body)
  const fields = new Map<string, string[]>()
  let file: File | undefined
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.set(name, [...(fields.get(name) ?? []), value])
    else if (name === 'file') file = value
  }
  const [id] = fields.get('model') ?? []
  if (id === undefined) throw openAi(400, { message: 'you must provide a model parameter' })
  if (!file) throw openAi(400, { message: 'you must provide a file', param: 'file' })
  const model = findModel(id)
  const recording = await readRecording(file)
  checkFields(model, fields)
  return { model, recording, fields }
}

/** Accepts the parts in any order and format. */
async function parse(type: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch {
    throw openAi(400, { message: 'Could not parse multipart form' })
  }
}

/** The format is determined only by the extension of the file name. */
async function readRecording(file: File): Promise<Recording> {
  const bytes = Buffer.from(await file.arrayBuffer())
  if (bytes.length > maxBytes)
    throw openAi(413, {
      message: `Maximum content size limit (${maxBytes}) exceeded (${bytes.length} bytes read)`,
    })
  const extension = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (!extensions.includes(extension))
    throw openAi(400, {
      message: `Invalid file format. Supported formats: [${extensions.map((one) => `'${one}'`).join(', ')}]`,
      param: 'file',
    })
  if (bytes.length === 0)
    throw openAi(400, {
      message: 'Audio file might be corrupted or unsupported',
      param: 'file',
      code: 'invalid_value',
    })
  const seconds = measure(bytes)
  if (seconds !== undefined && seconds > maxSeconds)
    throw openAi(400, {
      message: `audio duration ${seconds} seconds is longer than ${maxSeconds} seconds which is the maximum for this model`,
      code: 'invalid_value',
    })
  return { name: file.name, bytes, seconds }
}

/** Returns the duration of a WAV file: the length of its data by its byte rate. */
function measure(bytes: Buffer): number | undefined {
  if (bytes.length < 44 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  return bytes.readUInt32LE(40) / Math.max(1, bytes.readUInt32LE(28))
}

function checkFields(model: Transcriber, fields: TranscriptionForm['fields']): void {
  const [format = 'json'] = fields.get('response_format') ?? []
  if (!formats.includes(format))
    throw openAi(400, {
      message: `Invalid value: '${format}'.`,
      param: 'response_format',
      code: 'invalid_value',
    })
  const isPlain = format === 'json' || format === 'text'
  const isDiarized = format === 'diarized_json'
  const fits =
    model === 'whisper-1' ? !isDiarized : isPlain || (isDiarized && model === 'gpt-4o-transcribe-diarize')
  if (!fits)
    throw openAi(400, {
      message: `response_format '${format}' is not compatible with model '${model}'. Use 'json' or 'text' instead.`,
      param: 'response_format',
      code: 'unsupported_value',
    })
  if (fields.has('timestamp_granularities[]') && format !== 'verbose_json')
    throw openAi(400, {
      message: "timestamp_granularities needs response_format 'verbose_json'.",
      param: 'timestamp_granularities',
    })
  const needsLogprobs = (fields.get('include[]') ?? []).includes('logprobs')
  if (needsLogprobs && format !== 'json')
    throw openAi(400, { message: "logprobs need response_format 'json'.", param: 'include' })
}

function write(form: TranscriptionForm): FakeResponse {
  const { model, fields } = form
  const text = transcribe(form)
  const [format = 'json'] = fields.get('response_format') ?? []
  const streams = fields.get('stream')?.[0] === 'true' && model !== 'whisper-1'
  if (streams) return stream(form, text)
  const plain = { type: 'text/plain; charset=utf-8' }
  if (format === 'text') return replyText(`${text}\n`, plain)
  if (format === 'srt') return replyText(`1\n00:00:00,000 --> 00:00:01,000\n${text}\n\n`, plain)
  if (format === 'vtt') return replyText(`WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n${text}\n\n`, plain)
  return replyCompact({ text, ...toLogprobs(fields, text), usage: toUsage(form, text) })
}

function transcribe({ recording, fields }: TranscriptionForm): string {
  const length =
    recording.seconds === undefined ? `${recording.bytes.length} bytes` : `${recording.seconds} seconds`
  const language = fields.get('language')?.[0]
  return `The recording ${recording.name} holds ${length}${language ? ` in ${language}` : ''}.`
}

function stream(form: TranscriptionForm, text: string): FakeResponse {
  const deltas = text.match(/\S+\s*/g) ?? [text]
  const events = [
    ...deltas.map((delta) => ({ type: 'transcript.text.delta', delta, ...toLogprobs(form.fields, delta) })),
    { type: 'transcript.text.done', text, ...toLogprobs(form.fields, text), usage: toUsage(form, text) },
  ]
  const chunks = events.map((event) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`))
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' }
  return { status: 200, headers, chunks, extension: 'whole' }
}

function toLogprobs(fields: TranscriptionForm['fields'], text: string): object {
  if (!(fields.get('include[]') ?? []).includes('logprobs')) return {}
  const tokens = text.match(/\S+\s*/g) ?? [text]
  return { logprobs: tokens.map((token) => ({ token, logprob: -0.01, bytes: [...Buffer.from(token)] })) }
}

function toUsage({ model, recording }: TranscriptionForm, text: string): object {
  if (model === 'whisper-1') return { type: 'duration', seconds: Math.ceil(recording.seconds ?? 1) }
  const audio = Math.ceil((recording.seconds ?? 1) * 10)
  const output = Math.ceil(text.length / 4)
  return {
    type: 'tokens',
    input_tokens: audio,
    input_token_details: { text_tokens: 0, audio_tokens: audio },
    output_tokens: output,
    total_tokens: audio + output,
  }
}
