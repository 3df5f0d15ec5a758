// Schemas of structured output: checks, completions and examples.
import { Ajv2020 } from 'ajv/dist/2020'
import { getLocation } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { createJsonSchemas } from '#workspace/json-schema/validate-json'
import { formatJsonPath } from '../../../../json-editor/json-locations'
import { schemaTemplates } from '../editor-templates'
import { checkSchemaText, findUnsupportedKeywords } from './check-schema'
import { completeSchema } from './complete-schema'
import { exampleOf, inferSchema } from './schema-examples'

describe('check schema text', () => {
  const schemas = createJsonSchemas()
  const check = (text: string, sentAs: 'responseSchema' | 'responseJsonSchema' = 'responseJsonSchema') =>
    checkSchemaText({ text, sentAs }, async (schema) => schemas.check({ schema }))

  test('locates a problem in the text', async () => {
    const text = '{\n  "type": "object",\n  "properties": { "first name": { "type": "strng" } }\n}'
    const { problems, schema } = await check(text)
    expect(problems.map(({ path, line, from, to }) => [path, line, text.slice(from, to)])).toEqual([
      ['$.properties["first name"].type', 3, '"strng"'],
    ])
    expect(schema).toBeNull()
  })

  test('warns about JSON Schema keywords only if they would not be supported', async () => {
    const text = '{"type": "object", "additionalProperties": false}'
    expect(await check(text)).toEqual({
      problems: [],
      schema: { type: 'object', additionalProperties: false },
      hasUnsupportedKeywords: false,
    })
    expect(await check(text, 'responseSchema')).toMatchObject({
      problems: [{ path: '$.additionalProperties', severity: 'warning' }],
      schema: { type: 'object', additionalProperties: false },
      hasUnsupportedKeywords: true,
    })
  })

  test('a blank text allows any JSON, and a list is not a schema', async () => {
    expect(await check(' ')).toEqual({ problems: [], schema: {}, hasUnsupportedKeywords: false })
    expect(await check('[]')).toMatchObject({ problems: [{ path: '$', message: 'must be an object' }] })
  })
})

describe('unsupported keywords', () => {
  test('reports each keyword with its path, but not properties of that name', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
      required: ['size', 'gone'],
      properties: {
        oneOf: { type: ['string', 'null'] },
        size: { enum: [1, 2] },
        list: { type: 'array', items: { oneOf: [{ type: 'string', const: 'a' }] } },
      },
    }
    const messages = findUnsupportedKeywords(schema, 'responseSchema').map(({ steps, message }) => [
      formatJsonPath(steps),
      message,
    ])
    expect(messages).toEqual([
      ['$.$schema', 'isn’t supported by responseSchema'],
      ['$.additionalProperties', 'isn’t supported by responseSchema'],
      ['$.required[1]', 'is required but isn’t in properties: gone'],
      ['$.properties.oneOf.type', 'must be a single type in responseSchema; use “nullable” to allow null'],
      ['$.properties.size.enum', 'must contain only strings in responseSchema'],
      ['$.properties.list.items.oneOf', 'isn’t supported by responseSchema'],
      ['$.properties.list.items.oneOf[0].const', 'isn’t supported by responseSchema'],
    ])
  })

  test('accepts the templates in both formats', () => {
    expect(
      schemaTemplates.flatMap(({ schema }) => findUnsupportedKeywords(schema, 'responseSchema')),
    ).toEqual([])
  })
})

/** `|` marks the cursor. */
function offer(written: string) {
  const at = written.indexOf('|')
  const text = written.replace('|', '')
  const { path, isAtPropertyKey: isKey } = getLocation(text, at)
  return completeSchema({ path, isKey, text }).map(({ label }) => label)
}

test('keywords of a schema are completed, except those that are present', () => {
  expect(offer('{"type": "object", |}')).toEqual(expect.arrayContaining(['properties', 'required']))
  expect(offer('{"type": "object", |}')).not.toContain('type')
  expect(offer('{"properties": {"items": {"|"}}}')).toContain('enum')
  expect(offer('{"anyOf": [{|}]}')).toContain('type')
})

test('property names and values of the user are not completed', () => {
  expect(offer('{"properties": {|}}')).toEqual([])
  expect(offer('{"default": {|}}')).toEqual([])
})

test('values of a keyword are completed', () => {
  expect(offer('{"type": "|"}')).toContain('integer')
  expect(offer('{"properties": {"a": {"type": ["string", "|"]}}}')).toContain('null')
  expect(offer('{"properties": {"type": "|"}}')).toEqual([])
  expect(offer('{"description": "|"}')).toEqual([])
})

test('required names are completed from the existing properties', () => {
  expect(offer('{"properties": {"a": {}, "b": {}, "c": {}}, "required": ["b", "|"]}')).toEqual(['a', 'c'])
})

describe('example value', () => {
  const ajv = new Ajv2020({ strict: false })

  test('generates an example that the schema allows', () => {
    const schemas = [
      ...schemaTemplates.map(({ schema }) => schema),
      {
        type: 'object',
        properties: {
          level: { type: 'integer', minimum: 3, maximum: 5 },
          share: { type: 'number', maximum: 1 },
          above: { type: 'number', exclusiveMinimum: 10 },
          code: { type: 'string', minLength: 6, maxLength: 8 },
          short: { type: 'string', maxLength: 2 },
          tags: { type: 'array', minItems: 2, items: { enum: ['a', 'b'] } },
          pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
          maybe: { type: ['null', 'string'] },
          one: { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
          fixed: { const: 7 },
          location: { $ref: '#/$defs/location' },
        },
        required: ['level', 'location'],
        $defs: { location: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] } },
      },
      { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }], properties: { b: { const: 1 } } },
    ]
    for (const schema of schemas) {
      const value = exampleOf(schema)
      expect({ value, fits: ajv.validate(schema, value) }).toEqual({ value, fits: true })
    }
  })

  test('supports the vendor’s types, and limits a recursive schema', () => {
    expect(exampleOf({ type: 'OBJECT', properties: { n: { type: 'INTEGER', minimum: '4' } } })).toEqual({
      n: 4,
    })
    const recursive = { type: 'object', properties: { next: { $ref: '#' } } }
    expect(JSON.stringify(exampleOf(recursive))).toContain('{"next":{"next":')
    expect([exampleOf({ $ref: '#/no/where' }), exampleOf(undefined)]).toEqual([null, null])
  })
})

describe('infer schema', () => {
  test('infers nested objects, and requires properties that every list item has', () => {
    const example = {
      name: 'Ada',
      born: 1815,
      weight: 61.5,
      languages: [],
      works: [
        { title: 'Notes', pages: 66, price: 3 },
        { title: 'Letters', price: 2.5, note: null },
      ],
    }
    expect(inferSchema(example, 'responseSchema')).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        born: { type: 'integer' },
        weight: { type: 'number' },
        languages: { type: 'array', items: { type: 'string' } },
        works: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              title: { type: 'string' },
              pages: { type: 'integer' },
              price: { type: 'number' },
              note: { type: 'null' },
            },
            required: ['title', 'price'],
          },
        },
      },
      required: ['name', 'born', 'weight', 'languages', 'works'],
    })
  })

  test('infers null as one of several types in either format', () => {
    const example = [{ a: null }, { a: 1 }]
    expect([inferSchema(example, 'responseSchema'), inferSchema(example, 'responseJsonSchema')]).toEqual([
      {
        type: 'array',
        items: { type: 'object', properties: { a: { type: 'integer', nullable: true } }, required: ['a'] },
      },
      {
        type: 'array',
        items: { type: 'object', properties: { a: { type: ['integer', 'null'] } }, required: ['a'] },
      },
    ])
  })

  test('supports any property name', () => {
    const example: unknown = JSON.parse('{"__proto__": 1, "constructor": "x"}')
    expect(JSON.stringify(inferSchema(example, 'responseSchema'))).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"integer"},"constructor":{"type":"string"}},"required":["__proto__","constructor"]}',
    )
  })
})
