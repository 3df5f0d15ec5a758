// Writes a request of OpenAI's API as a JavaScript module that uses the OpenAI SDK.
import { streams, toOpening } from './fetch'
import {
  keyVariable,
  readSampleBody,
  type SampleRequest,
  type SampleTarget,
  splitForm,
} from './sample-request'
import { javascript, writeLiteral } from './write-literal'

/** The methods of the SDK by path. */
const methods: Readonly<Record<string, string>> = {
  '/v1/chat/completions': 'chat.completions.create',
  '/v1/embeddings': 'embeddings.create',
  '/v1/images/generations': 'images.generate',
}

export function isOpenAiCall({ method, path }: SampleRequest): boolean {
  return path in methods || (method === 'GET' && /^\/v1\/models(?:\/|$)/.test(path))
}

export function toOpenAi(request: SampleRequest, target: SampleTarget): string {
  const isCall = isOpenAiCall(request)
  return `${[
    ...toOpening(request, target),
    ...(isCall ? [] : ['import { createReadStream } from "node:fs"']),
    'import OpenAI from "openai"',
    '',
    ...writeClient(request, target),
    '',
    ...(isCall ? writeCall(request) : writeTranscription(request)),
  ].join('\n')}\n`
}

function writeClient(request: SampleRequest, target: SampleTarget): string[] {
  const key = target.key === null ? `process.env.${keyVariable}` : JSON.stringify(target.key)
  return [
    'const openai = new OpenAI({',
    `  apiKey: ${key},`,
    `  baseURL: ${JSON.stringify(`${target.baseUrl}/v1`)},`,
    '  // A retry may be billed again.',
    '  maxRetries: 0,',
    ...writeHeaderOption(request),
    '})',
  ]
}

/** Vectors and images are long. */
const printStart = 'console.log(JSON.stringify(response, null, 2).slice(0, 1000))'

function writeCall(request: SampleRequest): string[] {
  const { path } = request
  const method = methods[path]
  if (method) {
    const call = `const response = await openai.${method}(${writeLiteral(readSampleBody(request), javascript)})`
    if (method !== 'chat.completions.create') return [call, printStart]
    if (!streams(request)) return [call, 'console.log(response.choices[0].message)']
    return [
      call,
      'for await (const chunk of response) process.stdout.write(chunk.choices[0]?.delta?.content ?? "")',
    ]
  }
  const id = decodeURIComponent(path.slice('/v1/models/'.length))
  const call = id === '' ? 'openai.models.list()' : `openai.models.retrieve(${JSON.stringify(id)})`
  return [`const response = await ${call}`, printStart]
}

function writeTranscription(request: SampleRequest): string[] {
  const { fields, files } = splitForm(request.form ?? [])
  const [, path = ''] = files[0] ?? []
  const members = fields.map(([name, value]) => `  ${javascript.toName(name)}: ${writeField(name, value)},`)
  return [
    'const transcription = await openai.audio.transcriptions.create({',
    ...members,
    `  file: createReadStream(${JSON.stringify(path)}),`,
    '})',
    ...(streams(request)
      ? ['for await (const event of transcription) process.stdout.write(event.delta ?? "")']
      : ['console.log(transcription.text ?? transcription)']),
  ]
}

function writeHeaderOption({ headers = {} }: SampleRequest): string[] {
  return Object.keys(headers).length === 0
    ? []
    : [`  defaultHeaders: ${writeLiteral(headers, javascript, 1)},`]
}

/** The SDK types these as a number and a truth value, but the form has texts. */
function writeField(name: string, value: string): string {
  if (name === 'stream') return String(value === 'true')
  const isNumber = name === 'temperature' && value.trim() !== '' && Number.isFinite(Number(value))
  return isNumber ? String(Number(value)) : JSON.stringify(value)
}
