// Writes a request as a curl command for a POSIX shell.
import type { PromptRequest } from '../../schemas/prompt-request'
import {
  keyHint,
  keyVariable,
  quote,
  readSampleBody,
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

export function toCurl(request: PromptRequest, target: SampleTarget): string {
  const chunks = writeLiteral(readSampleBody(request), json).split(fileMark)
  const hint = target.key === null ? `# ${keyHint}\n` : ''
  const command = toCommand(request, target)
  const [first = ''] = chunks
  if (chunks.length === 1) return `${hint}${command} <<'JSON'\n${first}\nJSON\n`
  const steps = chunks.map((chunk, index) => (index % 2 === 0 ? toText(chunk) : `base64 < ${quote(chunk)}`))
  return `${hint}{\n${steps.join('\n')}\n} | ${command}\n`
}

/** With `-d`, curl removes line breaks from its input, including those that `base64` writes. JSON needs none of them. */
function toCommand(request: PromptRequest, target: SampleTarget): string {
  const { key } = target
  const keyless = toKeylessUrl(request, target)
  const url = key === null ? `${quote(keyless)}"$${keyVariable}"` : quote(keyless + encodeURIComponent(key))
  return [`curl -N ${url}`, `-H 'Content-Type: application/json'`, '-d @-'].join(' \\\n  ')
}

/** No line of JSON equals the delimiter. */
function toText(json: string): string {
  return `cat <<'JSON'\n${json}\nJSON`
}
