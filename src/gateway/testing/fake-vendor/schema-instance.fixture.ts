// Creates a simple, valid and deterministic value for a JSON Schema.
import { isObject } from './proto-json.fixture'

/** The values to use, in turn. */
export interface Hints {
  readonly words: readonly string[]
  readonly numbers: readonly number[]
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-11-20T12:00:00Z',
  date: '2026-11-20',
  time: '12:00:00Z',
  duration: 'PT1M',
  email: 'someone@example.com',
  uri: 'https://example.com/',
}

/** Type names may be upper- or lower-case (wire §2.3). */
export function toInstance(schema: unknown, hints: Hints): unknown {
  return build(schema, { root: schema, hints, used: { words: 0, numbers: 0 }, depth: 0 })
}

interface BuildOptions {
  readonly root: unknown
  readonly hints: Hints
  readonly used: { words: number; numbers: number }
  readonly depth: number
}

function build(reference: unknown, options: BuildOptions): unknown {
  const schema = follow(reference, options.root)
  if (!isObject(schema)) return 'text'
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0] as unknown
  const choice = firstChoice(schema)
  if (choice !== undefined) return build(choice, options)
  switch (typeOf(schema)) {
    case 'object':
      return buildObject(schema, options)
    case 'array':
      return buildList(schema, options)
    case 'integer':
      return Math.ceil(buildNumber(schema, options))
    case 'number':
      return buildNumber(schema, options)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return buildText(schema, options)
  }
}

function follow(schema: unknown, root: unknown): unknown {
  if (!isObject(schema) || typeof schema.$ref !== 'string') return schema
  const path = schema.$ref.replace(/^#\//, '').split('/')
  return path.reduce((at, name) => (isObject(at) ? at[name] : undefined), root)
}

function firstChoice(schema: Record<string, unknown>): unknown {
  for (const name of ['anyOf', 'oneOf']) {
    const choices = schema[name]
    if (Array.isArray(choices)) return choices.find((one) => !isObject(one) || typeOf(one) !== 'null')
  }
  return undefined
}

function typeOf(schema: Record<string, unknown>): string {
  const types = Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type]
  const named = types.map((type) => String(type ?? '').toLowerCase())
  const type = named.find((one) => one !== 'null') ?? 'null'
  if (type !== '') return type
  return isObject(schema.properties) ? 'object' : 'string'
}

function buildObject(schema: Record<string, unknown>, options: BuildOptions): object {
  if (!isObject(schema.properties)) return {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const deep = options.depth > 6
  const pairs = Object.entries(schema.properties)
    .filter(([name]) => !deep || required.includes(name))
    .map(([name, member]) => [name, build(member, { ...options, depth: options.depth + 1 })] as const)
  return Object.fromEntries(pairs)
}

function buildList(schema: Record<string, unknown>, options: BuildOptions): unknown[] {
  const min = Number(schema.minItems ?? 1)
  const max = Number(schema.maxItems ?? Math.max(min, 1))
  if (options.depth > 6 && min === 0) return []
  const length = Math.min(Math.max(min, 1), max)
  return Array.from({ length }, () => build(schema.items, { ...options, depth: options.depth + 1 }))
}

function buildNumber(schema: Record<string, unknown>, { hints, used }: BuildOptions): number {
  const hint = hints.numbers[used.numbers++ % Math.max(1, hints.numbers.length)] ?? 1
  return Math.min(Math.max(hint, Number(schema.minimum ?? hint)), Number(schema.maximum ?? hint))
}

function buildText(schema: Record<string, unknown>, { hints, used }: BuildOptions): string {
  const format = formats[String(schema.format ?? '')]
  if (format !== undefined) return format
  const word = hints.words[used.words++ % Math.max(1, hints.words.length)] ?? 'text'
  return word
    .padEnd(Number(schema.minLength ?? 0), '.')
    .slice(0, Number(schema.maxLength ?? word.length + 100))
}
