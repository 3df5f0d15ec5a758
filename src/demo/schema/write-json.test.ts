// Structured output, checked by an independent validator with many schemas.
import Ajv from 'ajv/dist/2020'
import { expect, test } from 'vitest'
import { generate, postJson, stream, textOf } from '../service.fixture'

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
const schemas: Readonly<Record<string, object>> = {
  'a string': text,
  'an upper-case object': {
    type: 'OBJECT',
    properties: { title: { type: 'STRING' }, year: { type: 'INTEGER' } },
    required: ['title', 'year'],
  },
  'an array of objects': {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: text, minutes: { type: 'integer' } },
      required: ['name', 'minutes'],
    },
  },
  'an enum': { type: 'string', enum: ['positive', 'neutral', 'negative'] },
  'an enum of numbers': { type: 'integer', enum: [3, 5, 7] },
  'a closed integer range': { type: 'integer', minimum: 10, maximum: 12 },
  'an open number range': { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 },
  'a range under zero': { type: 'number', minimum: -20, maximum: -5.5 },
  'a multiple': { type: 'integer', multipleOf: 15, minimum: 31, maximum: 60 },
  'a decimal multiple': { type: 'number', multipleOf: 0.25, minimum: 0.3, maximum: 0.6 },
  'item counts': { type: 'array', items: text, minItems: 4, maxItems: 6 },
  'item counts as strings, as the SDKs send them': {
    type: 'ARRAY',
    items: { type: 'STRING' },
    minItems: '5',
    maxItems: '5',
  },
  'an empty array at most': { type: 'array', items: text, maxItems: 0 },
  'unique items': {
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 3 },
    uniqueItems: true,
    minItems: 3,
    maxItems: 3,
  },
  'unique enum items': { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 3 },
  'a tuple': {
    type: 'array',
    prefixItems: [text, { type: 'number' }, { type: 'boolean' }],
    items: false,
    minItems: 3,
  },
  'string lengths': {
    type: 'object',
    properties: {
      long: { type: 'string', minLength: 200 },
      short: { type: 'string', maxLength: 3 },
      exact: { type: 'string', minLength: 8, maxLength: 8 },
    },
    required: ['long', 'short', 'exact'],
  },
  formats: {
    type: 'object',
    properties: Object.fromEntries(
      ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'hostname'].map((format) => [
        format,
        { type: 'string', format },
      ]),
    ),
    required: ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'hostname'],
  },
  patterns: {
    type: 'object',
    properties: {
      plate: { type: 'string', pattern: '^[A-Z]{2}-\\d{3,4}$' },
      slug: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', minLength: 12 },
      choice: { type: 'string', pattern: '^(?:yes|no|maybe)$' },
      version: { type: 'string', pattern: '^v?\\d+\\.\\d+(\\.\\d+)?$' },
      name: { type: 'string', pattern: '^\\p{Lu}[\\p{L}-]{8}\\p{Nd}$' },
    },
    required: ['plate', 'slug', 'choice', 'version', 'name'],
  },
  'any of': {
    anyOf: [
      {
        type: 'object',
        properties: { kind: { const: 'circle' }, radius: { type: 'number', minimum: 1 } },
        required: ['kind', 'radius'],
      },
      { type: 'null' },
    ],
  },
  'one of': {
    type: 'object',
    properties: { value: { oneOf: [{ type: 'integer' }, { type: 'string' }] } },
    required: ['value'],
  },
  'all of': {
    allOf: [
      { type: 'object', properties: { a: text }, required: ['a'] },
      { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] },
    ],
  },
  nullable: { type: 'OBJECT', properties: { note: { type: 'STRING', nullable: true } }, required: ['note'] },
  'a union type': { type: 'object', properties: { note: { type: ['string', 'null'] } }, required: ['note'] },
  references: {
    type: 'object',
    properties: { from: { $ref: '#/$defs/location' }, to: { $ref: '#/$defs/location' } },
    required: ['from', 'to'],
    $defs: {
      location: {
        type: 'object',
        properties: { city: text, lat: { type: 'number', minimum: -90, maximum: 90 } },
        required: ['city', 'lat'],
      },
    },
  },
  'a recursive schema': {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { name: text, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        required: ['name', 'children'],
      },
    },
  },
  'a recursive list with a choice': {
    $ref: '#/definitions/list',
    definitions: {
      list: {
        type: 'object',
        properties: {
          head: { type: 'integer' },
          tail: { anyOf: [{ $ref: '#/definitions/list' }, { type: 'null' }] },
        },
        required: ['head', 'tail'],
      },
    },
  },
  'deep nesting': {
    type: 'object',
    properties: {
      a: {
        type: 'object',
        properties: {
          b: {
            type: 'object',
            properties: {
              c: {
                type: 'object',
                properties: {
                  d: {
                    type: 'object',
                    properties: {
                      e: {
                        type: 'object',
                        properties: { f: { type: 'object', properties: { g: text }, required: ['g'] } },
                        required: ['f'],
                      },
                    },
                    required: ['e'],
                  },
                },
                required: ['d'],
              },
            },
            required: ['c'],
          },
        },
        required: ['b'],
      },
    },
    required: ['a'],
  },
  'free members': {
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0, maximum: 9 },
    minProperties: 3,
  },
  'no other members': {
    type: 'object',
    properties: { only: text },
    required: ['only'],
    additionalProperties: false,
  },
  'at most one member': {
    type: 'object',
    properties: { a: text, b: text, c: text },
    required: ['b'],
    maxProperties: 1,
  },
  'a boolean and a null': {
    type: 'object',
    properties: { ok: { type: 'boolean' }, nothing: { type: 'null' } },
    required: ['ok', 'nothing'],
  },
  'no type': { properties: { items: { items: { minimum: 2 } } }, required: ['items'] },
  'a required member without a schema': { type: 'object', properties: {}, required: ['mystery'] },
  'a constant': { type: 'object', properties: { version: { const: 2 } }, required: ['version'] },
}

const prompts = [
  'Suggest two pasta recipes.',
  '',
  'Extract: Ada Lovelace <ada@example.org>, born 10 December 1815 in London, https://example.org/ada',
]

test.each(Object.entries(schemas))('%s is filled with a valid value', async (_, schema) => {
  for (const [index, prompt] of prompts.entries()) {
    const field = index === 1 ? 'responseJsonSchema' : 'responseSchema'
    const response = await generate({
      contents: [{ parts: [{ text: prompt }] }],
      generationConfig: { responseMimeType: 'application/json', [field]: schema },
    })
    const value: unknown = JSON.parse(textOf(response))
    const validate = ajv.compile(toJsonSchema(schema) as object)
    expect([validate(value), validate.errors, value]).toEqual([true, null, value])
  }
})

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
  const response = await generate({
    contents: [{ parts: [{ text: prompt }] }],
    generationConfig: { responseMimeType: 'application/json', responseSchema: schema },
  })
  expect(textOf(response)).toBe(
    JSON.stringify(
      {
        mood: 'happy',
        city: 'Ada Lovelace',
        born: '1815-12-10',
        email: 'ada@example.org',
        name: 'Ada Lovelace',
      },
      null,
      2,
    ).replace('"city": "Ada Lovelace"', '"city": "London"'),
  )
  const list = await generate({
    contents: [{ parts: [{ text: 'Suggest four pasta recipes.' }] }],
    generationConfig: {
      responseMimeType: 'application/json',
      responseSchema: { type: 'array', items: { type: 'object', properties: { name: text } } },
    },
  })
  const names = JSON.parse(textOf(list)).map(({ name }: { name: string }) => name)
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

test.each([
  [
    { responseMimeType: 'application/json', responseSchema: { $ref: '#/$defs/none' } },
    'the reference "#/$defs/none" cannot be resolved',
  ],
  [{ responseMimeType: 'application/json', responseSchema: { $ref: '#' } }, 'the references are circular'],
  [
    {
      responseMimeType: 'application/json',
      responseSchema: { properties: { a: { type: 'integer', minimum: 5, maximum: 4 } } },
    },
    'response schema at a: no number is at least 5 and at most 4',
  ],
  [
    {
      responseMimeType: 'application/json',
      responseSchema: { type: 'array', items: {}, minItems: 3, maxItems: 2 },
    },
    'minItems 3 is more than maxItems 2',
  ],
  [{ responseMimeType: 'application/json', responseSchema: { type: 'tuple' } }, 'unknown type "tuple"'],
  [
    { responseMimeType: 'application/json', responseSchema: { type: 'string', pattern: '(' } },
    '"(" is not a valid regular expression',
  ],
  [{ responseSchema: { type: 'string' } }, 'a response schema requires responseMimeType: application/json'],
  [
    { responseMimeType: 'application/json', responseSchema: {}, responseJsonSchema: {} },
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
