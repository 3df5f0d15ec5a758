// Structured output (E9): writes a value that is valid for a schema, from the content of a prompt.
import type { ApiError } from '#shared/schemas/api-error'
import { isObject } from '#shared/wire/json-objects'
import { field, invalidArgument, numberField } from '../generation/fields'
import type { Generation } from '../generation/read-request'
import { hashText, pick, seedRandom } from '../seed'
import { keywordsOf, sentencesOf, topicOf, wordsOf } from '../text/words'
import { maxDepth, resolveSchema, type Schema, schemaError, typeOf } from './resolve-schema'
import { type FillState, findFact, readSource, type Source, type ValueLocation } from './source'
import { writeString } from './write-string'

/** Returns undefined if plain text is requested. */
export function writeStructured(request: Generation): string | undefined {
  const { config } = request
  const mimeType = String(field(config, 'responseMimeType') ?? 'text/plain').toLowerCase()
  const openApiSchema = field(config, 'responseSchema')
  const jsonSchema = field(config, 'responseJsonSchema')
  if (openApiSchema !== undefined && jsonSchema !== undefined)
    throw configError('set either responseSchema or responseJsonSchema, not both')
  const schema = jsonSchema ?? openApiSchema
  if (mimeType === 'application/json') return JSON.stringify(writeDocument(request, schema), null, 2)
  if (mimeType === 'text/x.enum') return String(writeEnum(request, schema))
  if (schema !== undefined) throw configError('a response schema requires responseMimeType: application/json')
  if (mimeType !== 'text/plain')
    throw configError(
      `responseMimeType: must be one of application/json, text/plain, text/x.enum, not "${mimeType}"`,
    )
  return undefined
}

function configError(message: string): ApiError {
  return invalidArgument(`generationConfig: ${message}`, 'generationConfig')
}

function writeDocument({ last }: Generation, schema: unknown): unknown {
  if (schema !== undefined) return fillSchema(schema, readSource(last.text))
  return {
    topic: topicOf(last.text),
    keywords: keywordsOf(last.text),
    words: wordsOf(last.text).length,
    sentences: sentencesOf(last.text).length,
    note: 'No schema was set, so the demo describes the prompt.',
  }
}

function writeEnum({ last }: Generation, schema: unknown): unknown {
  if (Array.isArray(field(schema, 'enum'))) return fillSchema(schema, readSource(last.text))
  throw configError('text/x.enum requires a response schema with "enum"')
}

/** Returns a value that is valid for the schema, from the content of `source`. */
export function fillSchema(schema: unknown, source: Source): unknown {
  const root: ValueLocation = { path: '', name: '', description: '', index: 0, depth: 0 }
  return writeValue(schema, root, { source, root: schema, usedNumbers: new Set() })
}

function writeValue(schema: unknown, location: ValueLocation, state: FillState): unknown {
  if (schema === false) throw schemaError(location.path, 'no value is valid for the schema false')
  if (location.depth > 24) throw schemaError(location.path, 'the nesting is infinite')
  const plain = resolveSchema(schema, state.root, location.depth)
  const described =
    typeof plain.description === 'string' ? { ...location, description: plain.description } : location
  if ('const' in plain) return plain.const
  if (Array.isArray(plain.enum) && plain.enum.length > 0) return chooseValue(plain.enum, described, state)
  switch (typeOf(plain)) {
    case 'object':
      return writeObject(plain, described, state)
    case 'array':
      return writeArray(plain, described, state)
    case 'integer':
    case 'number':
      return writeNumber(plain, described, state)
    case 'boolean':
      return !/\b(?:not|no|without|off|false|disable)\b/i.test(state.source.prompt)
    case 'null':
      return null
    case 'string':
      return writeString(plain, described, state)
    default:
      throw schemaError(location.path, `unknown type "${String(plain.type)}"`)
  }
}

/** The value that the prompt names, or else one by location, so that items of a list differ. */
function chooseValue(values: readonly unknown[], location: ValueLocation, { source }: FillState): unknown {
  const prompt = source.prompt.toLowerCase()
  const named = values.find((value) => {
    const text = String(value).toLowerCase().replaceAll('_', ' ')
    return text.length > 1 && new RegExp(`(?<![a-z])${escapeRegExp(text)}`).test(prompt)
  })
  if (named !== undefined) return named
  const random = seedRandom(hashText(`${source.prompt}${location.path}`))
  const usable = values.filter((value) => value !== null)
  const [first, ...others] = usable
  return usable.length === 0 ? null : pick(random, [first, ...others])
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function writeObject(schema: Schema, location: ValueLocation, state: FillState): Record<string, unknown> {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const ordering = Array.isArray(schema.propertyOrdering) ? schema.propertyOrdering.map(String) : []
  const names = [
    ...new Set([
      ...ordering.filter((name) => Object.hasOwn(properties, name)),
      ...Object.keys(properties),
      ...required,
    ]),
  ]
  const candidates = names.filter((name) => location.depth < maxDepth || required.includes(name))
  const max = numberField(schema, 'maxProperties') ?? Number.POSITIVE_INFINITY
  const written = candidates.filter((name) => required.includes(name) || candidates.length <= max)
  const extra = isObject(schema.additionalProperties) ? schema.additionalProperties : {}
  const entries = written.map((name) => {
    const member = Object.hasOwn(properties, name) ? properties[name] : extra
    return [name, writeValue(member, stepInto(location, name), state)] as const
  })
  return {
    ...Object.fromEntries(entries),
    ...writeAdditional(schema, { entries: entries.length, max, location }, state),
  }
}

/** Members with free names: as many as required, named by keywords of the prompt. */
function writeAdditional(
  schema: Schema,
  { entries, max, location }: { entries: number; max: number; location: ValueLocation },
  state: FillState,
): Record<string, unknown> {
  const min = numberField(schema, 'minProperties') ?? 0
  const free = isObject(schema.additionalProperties) && entries === 0 ? Math.min(2, max) : 0
  const missing = Math.max(min - entries, free)
  if (missing <= 0) return {}
  const memberNames = [
    ...state.source.keywords,
    ...Array.from({ length: missing }, (_, index) => `key${index + 1}`),
  ]
  const member = isObject(schema.additionalProperties) ? schema.additionalProperties : { type: 'string' }
  return Object.fromEntries(
    memberNames.slice(0, missing).map((name) => [name, writeValue(member, stepInto(location, name), state)]),
  )
}

function stepInto(location: ValueLocation, name: string): ValueLocation {
  return {
    ...location,
    path: location.path ? `${location.path}.${name}` : name,
    name,
    description: '',
    depth: location.depth + 1,
  }
}

function writeArray(schema: Schema, location: ValueLocation, state: FillState): unknown[] {
  const min = numberField(schema, 'minItems') ?? 0
  const max = numberField(schema, 'maxItems') ?? 100
  if (min > max) throw schemaError(location.path, `minItems ${min} is more than maxItems ${max}`)
  const prefixItems = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  const defaultLength =
    location.depth >= maxDepth ? 0 : prefixItems.length > 0 ? prefixItems.length : (state.source.count ?? 3)
  markCountAsUsed(state)
  const limited = schema.items === false ? prefixItems.length : Math.min(Math.max(defaultLength, min), max)
  const values: unknown[] = []
  for (let index = 0; index < Math.min(limited, 1000); index += 1) {
    const item = prefixItems[index] ?? schema.items ?? { type: 'string' }
    const itemLocation: ValueLocation = {
      ...location,
      path: `${location.path}[${index}]`,
      index,
      depth: location.depth + 1,
    }
    const value =
      schema.uniqueItems === true
        ? writeUnique(values, item, { location: itemLocation, state })
        : writeValue(item, itemLocation, state)
    if (value !== undefined) values.push(value)
  }
  if (values.length >= min) return values
  throw invalidArgument(schemaError(location.path, `can't find ${min} different items`).message)
}

/** The number that gives the length of the list is not a value of an item. */
function markCountAsUsed({ source, usedNumbers }: FillState): void {
  const index = source.count === undefined ? -1 : source.numbers.indexOf(source.count)
  if (index >= 0) usedNumbers.add(index)
}

/** A value that is not in the list yet. Undefined if the schema seems to allow no other. */
function writeUnique(
  values: readonly unknown[],
  schema: unknown,
  { location, state }: { location: ValueLocation; state: FillState },
): unknown {
  const existing = new Set(values.map((value) => JSON.stringify(value)))
  const plain = resolveSchema(schema, state.root, location.depth)
  if (Array.isArray(plain.enum)) return plain.enum.find((value) => !existing.has(JSON.stringify(value)))
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const value = writeValue(
      schema,
      { ...location, index: location.index + attempt, path: `${location.path}~${attempt}` },
      state,
    )
    if (!existing.has(JSON.stringify(value))) return value
  }
  return undefined
}

interface Bounds {
  readonly min: number
  readonly max: number
  /** Numbers are multiples of this; 0 allows any. */
  readonly step: number
}

function writeNumber(schema: Schema, location: ValueLocation, state: FillState): number {
  const bounds = readBounds(schema, location)
  const fact = findFact(location, state.source)
  if (typeof fact === 'number' && fits(fact, bounds)) return fact
  const named = claimNumber(bounds, location, state)
  if (named !== undefined) return named
  const typicalRange = guessRange(location.name)
  const min = Math.max(bounds.min, Math.min(typicalRange[0], bounds.max))
  const max = Math.min(bounds.max, Math.max(typicalRange[1], min))
  const random = seedRandom(hashText(`${state.source.prompt}${location.path}`))
  const value = min + random() * (max - min)
  if (bounds.step === 0) return clamp(Math.round(value * 100) / 100, bounds)
  const rounded = Math.round(value / bounds.step) * bounds.step
  return moveInside(rounded, bounds)
}

function readBounds(schema: Schema, location: ValueLocation): Bounds {
  const multiple = numberField(schema, 'multipleOf')
  const step = multiple ?? (typeOf(schema) === 'integer' ? 1 : 0)
  const epsilon = step || 1e-6
  const lower = numberField(schema, 'minimum')
  const upper = numberField(schema, 'maximum')
  const exclusiveMin = schema.exclusiveMinimum === true ? lower : numberField(schema, 'exclusiveMinimum')
  const exclusiveMax = schema.exclusiveMaximum === true ? upper : numberField(schema, 'exclusiveMaximum')
  const [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const min = Math.max(lower ?? lowest, exclusiveMin === undefined ? lowest : exclusiveMin + epsilon)
  const max = Math.min(upper ?? highest, exclusiveMax === undefined ? highest : exclusiveMax - epsilon)
  if (min > max) throw schemaError(location.path, `no number is at least ${min} and at most ${max}`)
  return { min, max, step }
}

/** The first number of the prompt that fits and has not been used. */
function claimNumber(
  bounds: Bounds,
  location: ValueLocation,
  { source, usedNumbers }: FillState,
): number | undefined {
  if (/^(?:id|index)$/i.test(location.name)) return undefined
  const index = source.numbers.findIndex((value, at) => !usedNumbers.has(at) && fits(value, bounds))
  if (index < 0) return undefined
  usedNumbers.add(index)
  return source.numbers[index]
}

function fits(value: number, { min, max, step }: Bounds): boolean {
  const ratio = step === 0 ? 0 : value / step
  return value >= min && value <= max && Math.abs(ratio - Math.round(ratio)) < 1e-9
}

/** The nearest multiple within the bounds. */
function moveInside(value: number, bounds: Bounds): number {
  const { min, max, step } = bounds
  const low = Number.isFinite(min) ? Math.ceil(min / step - 1e-9) * step : value
  const high = Number.isFinite(max) ? Math.floor(max / step + 1e-9) * step : value
  const clamped = Math.min(Math.max(value, low), high)
  return Number(clamped.toPrecision(12))
}

function clamp(value: number, { min, max }: Bounds): number {
  return Math.min(Math.max(value, min), max)
}

const ranges: readonly (readonly [RegExp, readonly [number, number]])[] = [
  [/age/i, [18, 70]],
  [/year/i, [1990, 2026]],
  [/minute|duration/i, [10, 60]],
  [/hour/i, [1, 12]],
  [/price|cost|amount|total/i, [5, 120]],
  [/rating|score|stars/i, [3, 5]],
  [/lat/i, [-60, 60]],
  [/lo?ng?/i, [-170, 170]],
  [/temp/i, [-5, 30]],
  [/percent|probab|confidence/i, [0, 1]],
  [/count|quantity|servings|people|guests/i, [1, 8]],
]

function guessRange(name: string): readonly [number, number] {
  return ranges.find(([pattern]) => pattern.test(name))?.[1] ?? [1, 100]
}
