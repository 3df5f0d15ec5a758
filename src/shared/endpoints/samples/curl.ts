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

export function toCurl(request: SampleRequest, target: SampleTarget): string {
  const hint = target.key === null ? `# ${keyHint}\n` : ''
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
  const { method, body } = request
  const options = [
    ...(method === (body === '' ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    ...toKeyHeader(request, target),
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, '-d @-']),
  ]
  return [`curl -N ${toUrl(request, target)}`, ...options].join(' \\\n  ')
}

function toUrl(request: SampleRequest, target: SampleTarget): string {
  if (request.keyIn === 'header') return quote(target.baseUrl + request.path)
  const keyless = toKeylessUrl(request, target)
  return target.key === null
    ? `${quote(keyless)}"$${keyVariable}"`
    : quote(keyless + encodeURIComponent(target.key))
}

function toKeyHeader({ keyIn }: SampleRequest, { key }: SampleTarget): string[] {
  if (keyIn !== 'header') return []
  return key === null ? [`-H "${keyHeader}: $${keyVariable}"`] : [`-H ${quote(`${keyHeader}: ${key}`)}`]
}

/** No line of JSON equals the delimiter. */
function toText(json: string): string {
  return `cat <<'JSON'\n${json}\nJSON`
}
