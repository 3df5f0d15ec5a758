// Structured output, checked by an independent validator with any schema.
import Ajv from 'ajv/dist/2020'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generate, postJson, stream, textOf } from '../service.fixture'
import { readSource } from './source'
import { fillSchema } from './write-json'

const formats = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
  time: /^\d{2}:\d{2}:\d{2}Z$/,
  email: /^[^@\s]+@[^@\s]+\.[a-z]+$/,
  uri: /^https?:\/\/\S+$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  ipv4: /^(?:\d{1,3}\.){3}\d{1,3}$/,
  hostname: /^[a-z\d.-]+$/,
  int32: true as const,
  float: true as const,
}
const ajv = new Ajv({ strict: false, formats, logger: false })

/** Converts Google's OpenAPI form to JSON Schema, which Ajv can validate. */
function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([name, value]) => {
    if (name === 'type' && typeof value === 'string') return [name, value.toLowerCase()]
    if (/^(?:min|max)(?:Items|Length|Properties)$/.test(name)) return [name, Number(value)]
    if (['enum', 'const', 'required', 'propertyOrdering'].includes(name)) return [name, value]
    return [name, toJsonSchema(value)]
  })
  const { nullable, ...rest } = Object.fromEntries(entries)
  return nullable === true && typeof rest.type === 'string' ? { ...rest, type: [rest.type, 'null'] } : rest
}

const text = { type: 'string' }
const integer = { type: 'integer' }
const toObject = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const formatNames = ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'hostname']

const schemas: Readonly<Record<string, object>> = {
  'an upper-case object': {
    type: 'OBJECT',
    properties: { title: { type: 'STRING' }, note: { type: 'STRING', nullable: true } },
    required: ['title', 'note'],
  },
  'a multiple': { ...integer, multipleOf: 15, minimum: 31, maximum: 60 },
  'item counts as strings, as the SDKs send them': {
    type: 'ARRAY',
    items: { type: 'STRING' },
    minItems: '5',
    maxItems: '5',
  },
  'unique items': {
    type: 'array',
    items: { ...integer, minimum: 1, maximum: 3 },
    uniqueItems: true,
    minItems: 3,
    maxItems: 3,
  },
  'a tuple': {
    type: 'array',
    prefixItems: [text, { type: 'number' }, { type: 'boolean' }],
    items: false,
    minItems: 3,
  },
  formats: toObject(Object.fromEntries(formatNames.map((format) => [format, { ...text, format }]))),
  patterns: toObject({
    plate: { ...text, pattern: '^[A-Z]{2}-\\d{3,4}$' },
    slug: { ...text, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', minLength: 12 },
    choice: { ...text, pattern: '^(?:yes|no|maybe)$' },
    version: { ...text, pattern: '^v?\\d+\\.\\d+(\\.\\d+)?$' },
    name: { ...text, pattern: '^\\p{Lu}[\\p{L}-]{8}\\p{Nd}$' },
  }),
  references: {
    ...toObject({ from: { $ref: '#/$defs/location' }, to: { $ref: '#/$defs/location' } }),
    $defs: { location: toObject({ city: text, lat: { type: 'number', minimum: -90, maximum: 90 } }) },
  },
  'a recursive schema': {
    $ref: '#/$defs/node',
    $defs: { node: toObject({ name: text, children: { type: 'array', items: { $ref: '#/$defs/node' } } }) },
  },
  'a recursive list with a choice': {
    $ref: '#/definitions/list',
    definitions: {
      list: toObject({ head: integer, tail: { anyOf: [{ $ref: '#/definitions/list' }, { type: 'null' }] } }),
    },
  },
  'free members': {
    type: 'object',
    additionalProperties: { ...integer, minimum: 0, maximum: 9 },
    minProperties: 3,
  },
  'at most one member': {
    type: 'object',
    properties: { a: text, b: text, c: text },
    required: ['b'],
    maxProperties: 1,
  },
}

const prompts = [
  'Suggest two pasta recipes.',
  '',
  'Extract: Ada Lovelace <ada@example.org>, born 10 December 1815 in London, https://example.org/ada',
]

function expectValid(schema: object, value: unknown): void {
  const validate = ajv.compile(toJsonSchema(schema) as object)
  expect([validate(value), validate.errors, value]).toEqual([true, null, value])
}

test.each(Object.entries(schemas))('%s is filled with a valid value', async (_, schema) => {
  for (const [index, prompt] of prompts.entries()) {
    const field = index === 1 ? 'responseJsonSchema' : 'responseSchema'
    const response = await generate({
      contents: [{ parts: [{ text: prompt }] }],
      generationConfig: { responseMimeType: 'application/json', [field]: schema },
    })
    expectValid(schema, JSON.parse(textOf(response)))
  }
})

/** A lower and an upper bound under these names. */
const bounds = (from: string, to: string, max: number) =>
  fc
    .tuple(fc.nat({ max }), fc.nat({ max }))
    .map(([one, other]) => ({ [from]: Math.min(one, other), [to]: Math.max(one, other) }))

const { anySchema } = fc.letrec<{ anySchema: object }>((tie) => ({
  anySchema: fc.oneof(
    { maxDepth: 3 },
    bounds('minLength', 'maxLength', 300).map((length) => ({ ...text, ...length })),
    bounds('minimum', 'maximum', 1000).map((range) => ({ ...integer, ...range })),
    fc
      .tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.double({ min: 1, max: 1e6, noNaN: true }))
      .map(([minimum, size]) => ({ type: 'number', minimum, maximum: minimum + size })),
    fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }).map((values) => ({ ...text, enum: values })),
    fc.constantFrom({ type: 'boolean' }, { type: 'null' }, { const: 2 }),
    fc
      .tuple(tie('anySchema'), bounds('minItems', 'maxItems', 6))
      .map(([items, counts]) => ({ type: 'array', items, ...counts })),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('anySchema'), { maxKeys: 4 }).map(toObject),
    fc.array(tie('anySchema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
  ),
}))

test('any schema is filled with a valid value, for any prompt', () => {
  fc.assert(
    fc.property(anySchema, fc.oneof(fc.constantFrom(...prompts), fc.string()), (schema, prompt) => {
      expectValid(schema, fillSchema(schema, readSource(prompt)))
    }),
    { numRuns: 150 },
  )
})

const fill = async (prompt: string, responseSchema: object) =>
  textOf(
    await generate({
      contents: [{ parts: [{ text: prompt }] }],
      generationConfig: { responseMimeType: 'application/json', responseSchema },
    }),
  )

test('values come from the prompt: numbers, names, quotations and the requested count', async () => {
  const schema = {
    type: 'object',
    properties: {
      name: text,
      email: { type: 'string', format: 'email' },
      born: { type: 'string', format: 'date' },
      city: text,
      mood: { enum: ['sad', 'happy'] },
    },
    propertyOrdering: ['mood', 'city', 'born', 'email', 'name'],
  }
  const prompt = 'Ada Lovelace, ada@example.org, happy, was born on 10 December 1815 in London.'
  const value = {
    ...{ mood: 'happy', city: 'London', born: '1815-12-10' },
    ...{ email: 'ada@example.org', name: 'Ada Lovelace' },
  }
  expect(await fill(prompt, schema)).toBe(JSON.stringify(value, null, 2))
  const list = await fill('Suggest four pasta recipes.', { type: 'array', items: toObject({ name: text }) })
  const names = JSON.parse(list).map(({ name }: { name: string }) => name)
  expect([names.length, new Set(names).size, names.every((name: string) => /pasta/i.test(name))]).toEqual([
    4,
    4,
    true,
  ])
})

test('structured output is streamed like text', async () => {
  const events = await stream({
    contents: [{ parts: [{ text: 'Two cities' }] }],
    generationConfig: {
      responseMimeType: 'application/json',
      responseSchema: { type: 'array', items: text },
    },
  })
  expect(events.length).toBeGreaterThan(3)
  expect(JSON.parse(events.map(textOf).join(''))).toHaveLength(2)
})

test('text/x.enum returns the bare value, and JSON without a schema describes the prompt', async () => {
  const contents = [{ parts: [{ text: 'This movie was wonderful, clearly positive.' }] }]
  const generationConfig = {
    responseMimeType: 'text/x.enum',
    responseSchema: { type: 'STRING', enum: ['positive', 'negative'] },
  }
  expect(textOf(await generate({ contents, generationConfig }))).toBe('positive')
  expect(
    JSON.parse(
      textOf(await generate({ contents, generationConfig: { responseMimeType: 'application/json' } })),
    ),
  ).toMatchObject({ words: 6, sentences: 1 })
})

const json = { responseMimeType: 'application/json' }

test.each<[object, string]>([
  [{ ...json, responseSchema: { $ref: '#/$defs/none' } }, 'the reference "#/$defs/none" cannot be resolved'],
  [{ ...json, responseSchema: { $ref: '#' } }, 'the references are circular'],
  [
    { ...json, responseSchema: { properties: { a: { ...integer, minimum: 5, maximum: 4 } } } },
    'response schema at a: no number is at least 5 and at most 4',
  ],
  [
    { ...json, responseSchema: { type: 'array', items: {}, minItems: 3, maxItems: 2 } },
    'minItems 3 is more than maxItems 2',
  ],
  [{ ...json, responseSchema: { type: 'tuple' } }, 'unknown type "tuple"'],
  [{ ...json, responseSchema: { ...text, pattern: '(' } }, '"(" is not a valid regular expression'],
  [{ responseSchema: text }, 'a response schema requires responseMimeType: application/json'],
  [
    { ...json, responseSchema: {}, responseJsonSchema: {} },
    'set either responseSchema or responseJsonSchema, not both',
  ],
  [{ responseMimeType: 'text/x.enum' }, 'text/x.enum requires a response schema with "enum"'],
  [{ responseMimeType: 'text/csv' }, 'responseMimeType: must be one of'],
])('%j is rejected with its path', async (generationConfig, message) => {
  const { status, body } = await postJson('/v1beta/models/gen-2.5-pro:generateContent', {
    contents: [{ parts: [{ text: 'x' }] }],
    generationConfig,
  })
  expect([status, body.error?.message]).toEqual([400, expect.stringContaining(message)])
})
