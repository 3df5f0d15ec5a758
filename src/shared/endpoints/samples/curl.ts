// Writes a request as a curl command for a POSIX shell.
import {
  keyHeader,
  keyHint,
  keyVariable,
  quote,
  readSampleBody,
  type SampleRequest,
  type SampleTarget,
  toKeylessUrl,
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

export interface CurlRequest extends Omit<SampleRequest, 'keyIn'> {
  readonly keyIn?: SampleRequest['keyIn'] | 'bearer'
  /** What the reader must know or replace, as sentences. */
  readonly notes?: readonly string[]
  /** Sent instead of a body. `@` before a value names a file. */
  readonly form?: readonly (readonly [name: string, value: string])[]
}

export function toCurl(request: CurlRequest, target: SampleTarget): string {
  const comments = [...(request.notes ?? []), ...(target.key === null ? [keyHint] : [])]
  const hint = comments.map((text) => `# ${text}\n`).join('')
  const command = toCommand(request, target)
  if (request.body === '') return `${hint}${command}\n`
  const chunks = writeLiteral(readSampleBody(request), json).split(fileMark)
  const [first = ''] = chunks
  if (chunks.length === 1) return `${hint}${command} <<'JSON'\n${first}\nJSON\n`
  const steps = chunks.map((chunk, index) => (index % 2 === 0 ? toText(chunk) : `base64 < ${quote(chunk)}`))
  return `${hint}{\n${steps.join('\n')}\n} | ${command}\n`
}

/** With `-d`, curl removes line breaks from its input, including those that `base64` writes. JSON needs none of them. */
function toCommand(request: CurlRequest, target: SampleTarget): string {
  const { method, body, headers = {}, form = [] } = request
  const usualMethod = body === '' && form.length === 0 ? 'GET' : 'POST'
  const options = [
    ...(method === usualMethod ? [] : [`-X ${method}`]),
    ...toKeyHeader(request, target),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...form.map(([name, value]) => `-F ${quote(`${name}=${value}`)}`),
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, '-d @-']),
  ]
  return [`curl -N ${toUrl(request, target)}`, ...options].join(' \\\n  ')
}

function toUrl(request: CurlRequest, target: SampleTarget): string {
  if (request.keyIn === 'header' || request.keyIn === 'bearer') return quote(target.baseUrl + request.path)
  const keyless = toKeylessUrl(request, target)
  return target.key === null
    ? `${quote(keyless)}"$${keyVariable}"`
    : quote(keyless + encodeURIComponent(target.key))
}

function toKeyHeader({ keyIn }: CurlRequest, { key }: SampleTarget): string[] {
  if (keyIn !== 'header' && keyIn !== 'bearer') return []
  const start = keyIn === 'header' ? `${keyHeader}: ` : 'Authorization: Bearer '
  return key === null ? [`-H "${start}$${keyVariable}"`] : [`-H ${quote(start + key)}`]
}

/** No line of JSON equals the delimiter. */
function toText(json: string): string {
  return `cat <<'JSON'\n${json}\nJSON`
}
