// Writes a request as a curl command for a POSIX shell.
import {
  keyVariable,
  listNotes,
  quote,
  readSampleBody,
  type SampleRequest,
  type SampleTarget,
  toKeyHeader,
  toKeylessUrl,
  usualMethod,
} from './sample-request'
import { type Language, writeLiteral } from './write-literal'

/** Marks the start and the end of a file path. JSON never contains this character unescaped. */
const fileMark = '\0'

const json: Language = {
  keywords: { null: 'null', true: 'true', false: 'false' },
  toName: (name) => JSON.stringify(name),
  indent: 2,
  lastComma: '',
  padding: ' ',
  toFile: (path) => `"${fileMark}${path}${fileMark}"`,
}

export function toCurl(request: SampleRequest, target: SampleTarget): string {
  const hint = listNotes(request, target)
    .map((text) => `# ${text}\n`)
    .join('')
  const command = toCommand(request, target)
  if (request.body === '') return `${hint}${command}\n`
  const chunks = writeLiteral(readSampleBody(request), json).split(fileMark)
  const [first = ''] = chunks
  if (chunks.length === 1) return `${hint}${command} <<'JSON'\n${first}\nJSON\n`
  const steps = chunks.map((chunk, index) => (index % 2 === 0 ? toText(chunk) : `base64 < ${quote(chunk)}`))
  return `${hint}{\n${steps.join('\n')}\n} | ${command}\n`
}

/** With `-d`, curl removes line breaks from its input, including those that `base64` writes. JSON needs none of them. */
function toCommand(request: SampleRequest, target: SampleTarget): string {
  const { method, body, headers = {}, form = [], file } = request
  const options = [
    ...(method === usualMethod(request) ? [] : [`-X ${method}`]),
    ...writeKeyHeader(request, target),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...form.map(([name, value]) => `-F ${quote(`${name}=${value}`)}`),
    ...(file === undefined ? [] : [`--data-binary ${quote(`@${file}`)}`]),
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, '-d @-']),
  ]
  return [`curl -N ${toUrl(request, target)}`, ...options].join(' \\\n  ')
}

function toUrl(request: SampleRequest, target: SampleTarget): string {
  if (toKeyHeader(request)) return quote(target.baseUrl + request.path)
  const keyless = toKeylessUrl(request, target)
  return target.key === null
    ? `${quote(keyless)}"$${keyVariable}"`
    : quote(keyless + encodeURIComponent(target.key))
}

function writeKeyHeader(request: SampleRequest, { key }: SampleTarget): string[] {
  const header = toKeyHeader(request)
  if (!header) return []
  const start = `${header.name}: ${header.start}`
  return key === null ? [`-H "${start}$${keyVariable}"`] : [`-H ${quote(start + key)}`]
}

/** No line of JSON equals the delimiter. */
function toText(json: string): string {
  return `cat <<'JSON'\n${json}\nJSON`
}
