// Reads the fields and the file of a form from the log: the form itself with a mark, or a description of it.
import { type BodyMark, readMark } from './body-marks'

interface LoggedForm {
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly file: { readonly name: string; readonly mark: BodyMark | null } | null
}

/** Returns null if the text is neither. */
export function readForm(body: string): LoggedForm | null {
  const form = /^--[^\r\n]+(?=\r\n)/.exec(body)
  return form ? readParts(body.split(form[0]).slice(1)) : readDescription(body)
}

function readParts(parts: readonly string[]): LoggedForm {
  const fields: [string, string][] = []
  let file: LoggedForm['file'] = null
  for (const part of parts) {
    const blank = part.indexOf('\r\n\r\n')
    if (blank < 0) continue
    const headers = part.slice(0, blank)
    const value = part.slice(blank + 4).replace(/\r\n$/, '')
    const filename = /filename="((?:[^"\\]|\\.)*)"/i.exec(headers)?.[1]
    const name = /[;\s]name="?([^";\r\n]*)/i.exec(headers)?.[1] ?? ''
    if (filename === undefined) fields.push([name, value])
    else file = { name: filename, mark: readMark(value) }
  }
  return { fields, file }
}

/** The fields, one a line, and the name of the file with its type and size. */
function readDescription(body: string): LoggedForm | null {
  const fields: [string, string][] = []
  let file: LoggedForm['file'] = null
  for (const line of body.split('\n')) {
    const [, name, value = ''] = /^([\w[\]]+): (.*)$/.exec(line) ?? []
    // Other texts may be long, and have many parentheses.
    const described = name === 'file' ? /^(.*) \((.*), (\d+) bytes\)$/.exec(value) : null
    const [, filename, mimeType = '', length] = described ?? []
    const last = fields.at(-1)
    if (filename !== undefined)
      file = { name: filename, mark: { kind: 'bytes', mimeType, length: Number(length), hash: null } }
    else if (name !== undefined) fields.push([name, value])
    // A text of several lines.
    else if (last) last[1] += `\n${line}`
  }
  return fields.length === 0 && file === null ? null : { fields, file }
}
