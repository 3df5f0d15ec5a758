// Structured output (E9): writes a value that is valid against a schema, out of what a prompt offers.
import type { ApiError } from '#shared/schemas/api-error'
import { field, invalidArgument, isObject, numberField } from '../generation/fields'
import type { Generation } from '../generation/read-request'
import { hashText, pick, seedRandom } from '../seed'
import { keywordsOf, sentencesOf, topicOf, wordsOf } from '../text/words'
import { deepest, resolveSchema, type Schema, schemaError, typeOf } from './resolve-schema'
import { type Filling, type Place, readSource, type Source } from './source'
import { writeNumber } from './write-number'
import { writeString } from './write-string'

/** Undefined where plain text is wanted. */
export function writeStructured(request: Generation): string | undefined {
  const { config } = request
  const mimeType = String(field(config, 'responseMimeType') ?? 'text/plain').toLowerCase()
  const open = field(config, 'responseSchema')
  const strict = field(config, 'responseJsonSchema')
  if (open !== undefined && strict !== undefined)
    throw refuse('responseSchema and responseJsonSchema exclude each other')
  const schema = strict ?? open
  if (mimeType === 'application/json') return JSON.stringify(writeDocument(request, schema), null, 2)
  if (mimeType === 'text/x.enum') return String(writeEnum(request, schema))
  if (schema !== undefined) throw refuse('a response schema needs responseMimeType: application/json')
  if (mimeType !== 'text/plain')
    throw refuse(
      `responseMimeType: must be one of application/json, text/plain, text/x.enum, not "${mimeType}"`,
    )
  return undefined
}

function refuse(message: string): ApiError {
  return invalidArgument(`generationConfig: ${message}`, 'generationConfig')
}

function writeDocument({ last }: Generation, schema: unknown): unknown {
  if (schema !== undefined) return writeValue(schema, top, startFilling(readSource(last.text), schema))
  return {
    topic: topicOf(last.text),
    keywords: keywordsOf(last.text),
    words: wordsOf(last.text).length,
    sentences: sentencesOf(last.text).length,
    note: 'No schema was given; the demo service describes the prompt.',
  }
}

function writeEnum({ last }: Generation, schema: unknown): unknown {
  if (Array.isArray(field(schema, 'enum')))
    return writeValue(schema, top, startFilling(readSource(last.text), schema))
  throw refuse('text/x.enum needs a response schema with "enum"')
}

export const top: Place = { path: '', name: '', description: '', index: 0, depth: 0 }

export function startFilling(source: Source, root: unknown): Filling {
  return { source, root, usedNumbers: new Set() }
}

export function writeValue(schema: unknown, place: Place, filling: Filling): unknown {
  if (schema === false) throw schemaError(place.path, 'nothing is valid against false')
  if (place.depth > 24) throw schemaError(place.path, 'it nests without an end')
  const plain = resolveSchema(schema, filling.root, place.depth)
  const here = typeof plain.description === 'string' ? { ...place, description: plain.description } : place
  if ('const' in plain) return plain.const
  if (Array.isArray(plain.enum) && plain.enum.length > 0) return chooseValue(plain.enum, here, filling)
  switch (typeOf(plain)) {
    case 'object':
      return writeObject(plain, here, filling)
    case 'array':
      return writeArray(plain, here, filling)
    case 'integer':
    case 'number':
      return writeNumber(plain, here, filling)
    case 'boolean':
      return !/\b(?:not|no|without|off|false|disable)\b/i.test(filling.source.prompt)
    case 'null':
      return null
    case 'string':
      return writeString(plain, here, filling)
    default:
      throw schemaError(place.path, `"${String(plain.type)}" is no type`)
  }
}

/** The value that the prompt names; else one by the place, so that items of a list differ. */
function chooseValue(values: readonly unknown[], place: Place, { source }: Filling): unknown {
  const prompt = source.prompt.toLowerCase()
  const named = values.find((value) => {
    const words = String(value).toLowerCase().replaceAll('_', ' ')
    return words.length > 1 && new RegExp(`(?<![a-z])${escapeSigns(words)}`).test(prompt)
  })
  if (named !== undefined) return named
  const random = seedRandom(hashText(`${source.prompt}${place.path}`))
  const usable = values.filter((value) => value !== null)
  const [first, ...others] = usable
  return usable.length === 0 ? null : pick(random, [first, ...others])
}

function escapeSigns(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function writeObject(schema: Schema, place: Place, filling: Filling): Record<string, unknown> {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const ordering = Array.isArray(schema.propertyOrdering) ? schema.propertyOrdering.map(String) : []
  const names = [
    ...new Set([...ordering.filter((name) => name in properties), ...Object.keys(properties), ...required]),
  ]
  const wanted = names.filter((name) => place.depth < deepest || required.includes(name))
  const most = numberField(schema, 'maxProperties') ?? Number.POSITIVE_INFINITY
  const kept = wanted.filter((name) => required.includes(name) || wanted.length <= most)
  const extra = isObject(schema.additionalProperties) ? schema.additionalProperties : {}
  const entries = kept.map((name) => {
    const member = Object.hasOwn(properties, name) ? properties[name] : extra
    return [name, writeValue(member, stepInto(place, name), filling)] as const
  })
  return {
    ...Object.fromEntries(entries),
    ...writeFurther(schema, { entries: entries.length, most, place }, filling),
  }
}

/** Members whose names are free: as many as are wanted, named by the prompt's words. */
function writeFurther(
  schema: Schema,
  { entries, most, place }: { entries: number; most: number; place: Place },
  filling: Filling,
): Record<string, unknown> {
  const least = numberField(schema, 'minProperties') ?? 0
  const free = isObject(schema.additionalProperties) && entries === 0 ? Math.min(2, most) : 0
  const missing = Math.max(least - entries, free)
  if (missing <= 0) return {}
  const words = [
    ...filling.source.keywords,
    ...Array.from({ length: missing }, (_, index) => `key${index + 1}`),
  ]
  const member = isObject(schema.additionalProperties) ? schema.additionalProperties : { type: 'string' }
  return Object.fromEntries(
    words.slice(0, missing).map((name) => [name, writeValue(member, stepInto(place, name), filling)]),
  )
}

function stepInto(place: Place, name: string): Place {
  return {
    ...place,
    path: place.path ? `${place.path}.${name}` : name,
    name,
    description: '',
    depth: place.depth + 1,
  }
}

function writeArray(schema: Schema, place: Place, filling: Filling): unknown[] {
  const least = numberField(schema, 'minItems') ?? 0
  const most = numberField(schema, 'maxItems') ?? 100
  if (least > most) throw schemaError(place.path, `minItems ${least} is more than maxItems ${most}`)
  const fixed = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  const usual = place.depth >= deepest ? 0 : fixed.length > 0 ? fixed.length : (filling.source.count ?? 3)
  forgetCount(filling)
  const limited = schema.items === false ? fixed.length : Math.min(Math.max(usual, least), most)
  const values: unknown[] = []
  for (let index = 0; index < Math.min(limited, 1000); index += 1) {
    const item = fixed[index] ?? schema.items ?? { type: 'string' }
    const at: Place = { ...place, path: `${place.path}[${index}]`, index, depth: place.depth + 1 }
    const value =
      schema.uniqueItems === true
        ? writeUnlike(values, item, { place: at, filling })
        : writeValue(item, at, filling)
    if (value !== undefined) values.push(value)
  }
  if (values.length >= least) return values
  throw invalidArgument(schemaError(place.path, `cannot find ${least} different items`).message)
}

/** The number that said how many are wanted is no value of one of them. */
function forgetCount({ source, usedNumbers }: Filling): void {
  const index = source.count === undefined ? -1 : source.numbers.indexOf(source.count)
  if (index >= 0) usedNumbers.add(index)
}

/** A value that is not in the list yet; undefined where the schema seems to allow no other. */
function writeUnlike(
  values: readonly unknown[],
  schema: unknown,
  { place, filling }: { place: Place; filling: Filling },
): unknown {
  const known = new Set(values.map((value) => JSON.stringify(value)))
  const plain = resolveSchema(schema, filling.root, place.depth)
  if (Array.isArray(plain.enum)) return plain.enum.find((value) => !known.has(JSON.stringify(value)))
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const value = writeValue(
      schema,
      { ...place, index: place.index + attempt, path: `${place.path}~${attempt}` },
      filling,
    )
    if (!known.has(JSON.stringify(value))) return value
  }
  return undefined
}
