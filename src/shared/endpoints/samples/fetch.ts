// Writes a request as a JavaScript module for Node that uses fetch.
import {
  holdsFiles,
  keyVariable,
  listNotes,
  readSampleBody,
  type SampleRequest,
  type SampleTarget,
  splitForm,
  toFileName,
  writeHeaders,
  writeKey,
  writeUrl,
} from './sample-request'
import { javascript, writeLiteral } from './write-literal'

const keyExpression = `encodeURIComponent(process.env.${keyVariable})`

export function toFetch(request: SampleRequest, target: SampleTarget): string {
  const hasBody = request.body !== ''
  const { form, file } = request
  const headers = [
    ...(hasBody ? ['"Content-Type": "application/json"'] : []),
    ...writeKey(request, target, `process.env.${keyVariable}`),
    ...writeHeaders(request),
  ]
  const sent = hasBody ? 'JSON.stringify(body)' : form || file !== undefined ? 'body' : null
  return `${[
    ...toOpening(request, target),
    ...(form || file !== undefined ? ['import { openAsBlob } from "node:fs"', ''] : []),
    ...(holdsFiles(request) ? [fileReader, ''] : []),
    `const url = ${writeUrl(request, target, keyExpression)}`,
    ...(hasBody ? [`const body = ${writeLiteral(readSampleBody(request), javascript)}`] : []),
    ...(form ? writeForm(form) : []),
    ...(file === undefined ? [] : [`const body = await openAsBlob(${JSON.stringify(file)})`]),
    '',
    'const response = await fetch(url, {',
    `  method: ${JSON.stringify(request.method)},`,
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(sent === null ? [] : [`  body: ${sent},`]),
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    streams(request)
      ? 'for await (const chunk of response.body) process.stdout.write(chunk)'
      : 'console.log(await response.text())',
  ].join('\n')}\n`
}

function writeForm(form: NonNullable<SampleRequest['form']>): string[] {
  const { fields, files } = splitForm(form)
  return [
    'const body = new FormData()',
    ...fields.map(([name, value]) => `body.append(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    ...files.map(
      ([name, path]) =>
        `body.append(${JSON.stringify(name)}, await openAsBlob(${JSON.stringify(path)}), ${JSON.stringify(toFileName(path))})`,
    ),
  ]
}

export const fileReader = `import { readFileSync } from "node:fs"

const readBase64 = (path) => readFileSync(path).toString("base64")`

export function toOpening(request: SampleRequest, target: SampleTarget): string[] {
  const notes = ['Node 20 or newer; save it as request.mjs.', ...listNotes(request, target)]
  return [...notes.map((note) => `// ${note}`), '']
}

/** The response arrives as events. */
export function streams({ path, body, form = [] }: SampleRequest): boolean {
  return (
    path.includes(':streamGenerateContent') ||
    (path.startsWith('/v1/chat/completions') && /"stream"\s*:\s*true/.test(body)) ||
    form.some(([name, value]) => name === 'stream' && value === 'true')
  )
}
