// A request as a JavaScript module that uses the Google SDK.
import type { PromptRequest } from '../../schemas/prompt-request'
import { fileReader, streams, toOpening } from './fetch'
import { holdsFiles, isObject, readSampleBody, type SampleObject } from './sample-body'
import { keyVariable, type SampleTarget } from './sample-target'
import { type SdkCall, toSdkCall } from './sdk-call'
import { javascript, writeLiteral } from './write-literal'

/** Unknown fields go along in `extraBody`, since the SDK drops them. */
export function toGenAi(request: PromptRequest, target: SampleTarget): string {
  const call = toSdkCall(readSampleBody(request))
  const method = streams(request) ? 'generateContentStream' : 'generateContent'
  const [prefix = '', model = ''] = splitPath(request.path)
  return `${[
    ...toOpening(target),
    'import { GoogleGenAI } from "@google/genai"',
    ...(holdsFiles(request) ? [fileReader] : []),
    '',
    'const ai = new GoogleGenAI({',
    `  apiKey: ${target.key === null ? `process.env.${keyVariable}` : JSON.stringify(target.key)},`,
    `  httpOptions: { baseUrl: ${JSON.stringify(target.baseUrl + prefix)} },`,
    '})',
    '',
    `const contents = ${writeLiteral(call.contents, javascript)}`,
    '',
    `const answer = await ai.models.${method}({`,
    `  model: ${JSON.stringify(model)},`,
    '  contents,',
    ...toConfig(call),
    '})',
    ...toReading(request, call),
  ].join('\n')}\n`
}

/** The SDK adds `/v1beta/models/…` itself. */
function splitPath(path: string): readonly string[] {
  const [, prefix = '', model = ''] = /^(.*)\/v1beta\/models\/([^:]+):/.exec(path) ?? []
  return [prefix, decodeURIComponent(model)]
}

function toConfig(call: SdkCall): string[] {
  const lines = [...toMembers(call.config, 2).map((member) => `    ${member},`), ...toExtraBody(call)]
  return lines.length > 0 ? ['  config: {', ...lines, '  },'] : []
}

function toExtraBody({ extra, repeatsContents }: SdkCall): string[] {
  const members = [...(repeatsContents ? ['contents'] : []), ...toMembers(extra, 4)]
  if (members.length === 0) return []
  return [
    '    // What the SDK would drop.',
    '    httpOptions: {',
    '      extraBody: {',
    ...members.map((member) => `        ${member},`),
    '      },',
    '    },',
  ]
}

function toMembers(object: SampleObject, depth: number): string[] {
  return Object.entries(object).map(
    ([name, value]) => `${javascript.toName(name)}: ${writeLiteral(value, javascript, depth)}`,
  )
}

function toReading(request: PromptRequest, { config, extra }: SdkCall): string[] {
  const tools = config.tools ?? extra.tools
  const calls = Array.isArray(tools) && tools.some((tool) => isObject(tool) && 'functionDeclarations' in tool)
  const show = (chunk: string) => [
    ...(calls ? [`if (${chunk}.functionCalls) console.log(${chunk}.functionCalls)`] : []),
    `process.stdout.write(${chunk}.text ?? "")`,
  ]
  if (!streams(request)) return show('answer')
  return ['for await (const chunk of answer) {', ...show('chunk').map((line) => `  ${line}`), '}']
}
