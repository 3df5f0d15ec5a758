// Writes a JSON value as a literal of a programming language: short values on one line, long ones indented.
import { isObject, SampleFile } from './sample-request'

export interface Language {
  /** How `null`, `true` and `false` are written. */
  readonly keywords: Readonly<Record<'null' | 'true' | 'false', string>>
  readonly toName: (name: string) => string
  /** Spaces of one level. */
  readonly indent: number
  /** Trailing comma of a multi-line value. */
  readonly lastComma: string
  /** Inside the braces of an object on one line. */
  readonly padding: string
  readonly toFile: (path: string) => string
}

const identifier = /^[A-Za-z_$][\w$]*$/

export const javascript: Language = {
  keywords: { null: 'null', true: 'true', false: 'false' },
  // Without brackets, `__proto__` would set the prototype.
  toName: (name) =>
    name === '__proto__' ? '["__proto__"]' : identifier.test(name) ? name : JSON.stringify(name),
  indent: 2,
  lastComma: ',',
  padding: ' ',
  toFile: (path) => `readBase64(${JSON.stringify(path)})`,
}

export const python: Language = {
  keywords: { null: 'None', true: 'True', false: 'False' },
  toName: (name) => JSON.stringify(name),
  indent: 4,
  lastComma: ',',
  padding: '',
  toFile: (path) => `read_base64(${JSON.stringify(path)})`,
}

const lineWidth = 100

/** `depth`: number of levels that the line is already indented by. */
export function writeLiteral(value: unknown, language: Language, depth = 0): string {
  const flat = writeFlat(value, language)
  const isNested = isObject(value) || Array.isArray(value)
  if (!isNested || flat.length + depth * language.indent <= lineWidth) return flat
  const inner = ' '.repeat((depth + 1) * language.indent)
  const items = toItems(value, language, (item) => writeLiteral(item, language, depth + 1))
  const [open, close] = bracketsOf(value)
  const lines = items.map((item) => `${inner}${item}`).join(',\n')
  return `${open}\n${lines}${language.lastComma}\n${' '.repeat(depth * language.indent)}${close}`
}

function writeFlat(value: unknown, language: Language): string {
  if (value instanceof SampleFile) return language.toFile(value.path)
  if (value === null || typeof value === 'boolean') return language.keywords[`${value}`]
  if (!isObject(value) && !Array.isArray(value)) return JSON.stringify(value)
  const items = toItems(value, language, (item) => writeFlat(item, language))
  const [open, close] = bracketsOf(value)
  const padding = items.length > 0 && open === '{' ? language.padding : ''
  return `${open}${padding}${items.join(', ')}${padding}${close}`
}

type Nested = Readonly<Record<string, unknown>> | readonly unknown[]

function toItems(value: Nested, language: Language, write: (item: unknown) => string): string[] {
  if (Array.isArray(value)) return value.map(write)
  return Object.entries(value).map(([name, item]) => `${language.toName(name)}: ${write(item)}`)
}

function bracketsOf(value: Nested): readonly [string, string] {
  return Array.isArray(value) ? ['[', ']'] : ['{', '}']
}
