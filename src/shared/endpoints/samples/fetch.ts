// Writes a request as a JavaScript module for Node that uses fetch.
import type { PromptRequest } from '../../schemas/prompt-request'
import {
  holdsFiles,
  keyHint,
  keyVariable,
  readSampleBody,
  type SampleTarget,
  writeUrl,
} from './sample-request'
import { javascript, writeLiteral } from './write-literal'

const keyExpression = `encodeURIComponent(process.env.${keyVariable})`

export function toFetch(request: PromptRequest, target: SampleTarget): string {
  return `${[
    ...toOpening(target),
    ...(holdsFiles(request) ? [fileReader, ''] : []),
    `const url = ${writeUrl(request, target, keyExpression)}`,
    `const body = ${writeLiteral(readSampleBody(request), javascript)}`,
    '',
    'const response = await fetch(url, {',
    '  method: "POST",',
    '  headers: { "Content-Type": "application/json" },',
    '  body: JSON.stringify(body),',
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    streams(request)
      ? 'for await (const chunk of response.body) process.stdout.write(chunk)'
      : 'console.log(JSON.stringify(await response.json(), null, 2))',
  ].join('\n')}\n`
}

export const fileReader = `import { readFileSync } from "node:fs"

const readBase64 = (path) => readFileSync(path).toString("base64")`

export function toOpening({ key }: SampleTarget): string[] {
  return ['// Node 20 or newer; save it as request.mjs.', ...(key === null ? [`// ${keyHint}`] : []), '']
}

export function streams({ path }: PromptRequest): boolean {
  return path.includes(':streamGenerateContent')
}
