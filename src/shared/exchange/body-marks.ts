// The marks that the log has in place of media in a body: their size, and the hash of the file if the log has it.

/** Before the hash of a file of the log, where the page otherwise names a file of the media folder. */
export const logMediaPrefix = 'log/'

/** Characters of a body that are logged. */
export const maxLoggedChars = 262_144

/**
 * `base64`, `base64url` and `escaped` (with `\/`) can be encoded again exactly as they were sent; `other` can't. `bytes` are
 * a whole body, or a file in a form.
 */
export type MarkKind = 'base64' | 'base64url' | 'escaped' | 'other' | 'bytes'

export interface BodyMark {
  readonly kind: MarkKind
  /** Characters or bytes on the wire. */
  readonly length: number
  /** Only of `bytes`; empty if it is unknown. */
  readonly mimeType: string
  /** SHA-256 of the file's bytes; null if the log does not have them. */
  readonly hash: string | null
}

const kindNames = {
  base64: 'Base64',
  base64url: 'Base64url',
  escaped: 'Base64 with escaped slashes',
  other: 'Base64 with other characters',
} as const

const kinds = ['base64', 'base64url', 'escaped', 'other'] as const

const pattern =
  /<(\d+) (?:characters of (Base64(?:url| with escaped slashes| with other characters)?)|bytes(?: of ([^<>]*?))?)(?:, SHA-256 ([0-9a-f]{64}))?>/g

export function formatMark({ kind, length, mimeType, hash }: BodyMark): string {
  const file = hash === null ? '' : `, SHA-256 ${hash}`
  if (kind !== 'bytes') return `<${length} characters of ${kindNames[kind]}${file}>`
  return `<${length} bytes${mimeType === '' ? '' : ` of ${mimeType}`}${file}>`
}

export interface FoundMark extends BodyMark {
  /** Position and text in the body. */
  readonly at: number
  readonly text: string
}

/** Marks of bytes count only as a whole body, or with a hash: a text may contain something like them. */
export function findMarks(body: string): FoundMark[] {
  const found = [...body.matchAll(pattern)].map(
    ({ 0: text, 1: length, 2: name, 3: mimeType = '', 4: hash = null, index }): FoundMark => {
      const kind = name === undefined ? 'bytes' : (kinds.find((each) => kindNames[each] === name) ?? 'other')
      return { kind, length: Number(length), mimeType, hash, at: index, text }
    },
  )
  return found.filter(({ kind, hash, text }) => kind !== 'bytes' || hash !== null || text === body)
}

/** Returns null if the text is anything else. */
export function readMark(text: string): BodyMark | null {
  const [mark] = text.startsWith('<') ? findMarks(text) : []
  return mark && mark.text === text ? mark : null
}

/** Whether the log can put the same characters or bytes in place of the mark. */
export function isRestorable({ kind, hash }: BodyMark): boolean {
  return hash !== null && kind !== 'other'
}

/** Replaces each mark by what `toText` returns. */
export function replaceMarks(body: string, toText: (mark: FoundMark) => string): string {
  let end = 0
  const texts = findMarks(body).flatMap((mark) => {
    const before = body.slice(end, mark.at)
    end = mark.at + mark.text.length
    return [before, toText(mark)]
  })
  return texts.join('') + body.slice(end)
}

/** In bytes, with padding: the size of the file. */
export function measureMarkedFile({ kind, length }: Pick<BodyMark, 'kind' | 'length'>): number {
  return kind === 'bytes' ? length : Math.floor((length * 3) / 4)
}

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
