// Writes a request as a JavaScript module for Node that uses fetch.
import {
  holdsFiles,
  keyHeader,
  keyHint,
  keyVariable,
  readSampleBody,
  type SampleRequest,
  type SampleTarget,
  writeHeaders,
  writeKey,
  writeUrl,
} from './sample-request'
import { javascript, writeLiteral } from './write-literal'

const keyExpression = `encodeURIComponent(process.env.${keyVariable})`

export function toFetch(request: SampleRequest, target: SampleTarget): string {
  const hasBody = request.body !== ''
  const key = writeKey(request, target, `process.env.${keyVariable}`)
  const headers = [
    ...(hasBody ? ['"Content-Type": "application/json"'] : []),
    ...(key === null ? [] : [`"${keyHeader}": ${key}`]),
    ...writeHeaders(request),
  ]
  return `${[
    ...toOpening(target),
    ...(holdsFiles(request) ? [fileReader, ''] : []),
    `const url = ${writeUrl(request, target, keyExpression)}`,
    ...(hasBody ? [`const body = ${writeLiteral(readSampleBody(request), javascript)}`] : []),
    '',
    'const response = await fetch(url, {',
    `  method: ${JSON.stringify(request.method)},`,
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(hasBody ? ['  body: JSON.stringify(body),'] : []),
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

export function streams({ path }: SampleRequest): boolean {
  return path.includes(':streamGenerateContent')
}
