// Writes a transcription as a JavaScript module that uses the OpenAI SDK.
import { streams, toOpening } from './fetch'
import { keyVariable, type SampleRequest, type SampleTarget, splitForm } from './sample-request'
import { javascript, writeLiteral } from './write-literal'

export function toOpenAi(request: SampleRequest, target: SampleTarget): string {
  const { fields, files } = splitForm(request.form ?? [])
  const [, path = ''] = files[0] ?? []
  const members = fields.map(([name, value]) => `  ${javascript.toName(name)}: ${writeField(name, value)},`)
  const key = target.key === null ? `process.env.${keyVariable}` : JSON.stringify(target.key)
  return `${[
    ...toOpening(request, target),
    'import { createReadStream } from "node:fs"',
    'import OpenAI from "openai"',
    '',
    'const openai = new OpenAI({',
    `  apiKey: ${key},`,
    `  baseURL: ${JSON.stringify(`${target.baseUrl}/v1`)},`,
    '  // A retry may be billed again.',
    '  maxRetries: 0,',
    ...writeHeaderOption(request),
    '})',
    '',
    'const transcription = await openai.audio.transcriptions.create({',
    ...members,
    `  file: createReadStream(${JSON.stringify(path)}),`,
    '})',
    ...(streams(request)
      ? ['for await (const event of transcription) process.stdout.write(event.delta ?? "")']
      : ['console.log(transcription.text ?? transcription)']),
  ].join('\n')}\n`
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
