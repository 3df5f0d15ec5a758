// A request as a command for a POSIX shell, with curl and base64.
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

/** No JSON holds it unescaped: what stands between two is the path of a file. */
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

/** With `-d`, curl takes the line breaks out of what it reads, those within Base64 too: they are not part of any text. */
function toCommand(request: PromptRequest, target: SampleTarget): string {
  const { key } = target
  const keyless = toKeylessUrl(request, target)
  const url = key === null ? `${quote(keyless)}"$${keyVariable}"` : quote(keyless + encodeURIComponent(key))
  return [`curl -N ${url}`, `-H 'Content-Type: application/json'`, '-d @-'].join(' \\\n  ')
}

/** A line of JSON is never the word alone. */
function toText(json: string): string {
  return `cat <<'JSON'\n${json}\nJSON`
}
