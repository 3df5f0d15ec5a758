// Schemas of structured output: checks and completions.
import { getLocation } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { createJsonSchemas } from '#workspace/json-schema/validate-json'
import { formatJsonPath } from '../../../../json-editor/json-locations'
import { schemaTemplates } from '../editor-templates'
import { checkSchemaText, findUnsupportedKeywords } from './check-schema'
import { completeSchema } from './complete-schema'

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
